#!/usr/bin/env python3
"""Writes numpy-sums.csv: the bits of numpy.sum of contiguous arrays, as the NumPy that runs this makes them.

Element i of every array is made of word i of a 64-bit linear congruential generator (D. E. Knuth, MMIX), in integers and
one rounding, so that test-cpu-numpy.c makes the same arrays. fp16 elements have a smaller range, so that their sums stay finite.
"""
import sys

import numpy as np

LENGTHS = sorted(
    set(range(301)) | {n for k in range(9, 18) for n in (2**k - 1, 2**k, 2**k + 1)} | {1000, 10000, 65543, 1000003})
TYPES = (("fp32", np.float32, np.uint32), ("fp64", np.float64, np.uint64), ("fp16", np.float16, np.uint16))


def elements(kind, n):
    words = np.empty(n, np.uint64)
    state = 1
    for i in range(n):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        words[i] = state
    fraction = (words >> np.uint64(11)).astype(np.float64) - 2.0**52  # exact: below 2^53
    exponent = (words & np.uint64(15)).astype(np.int32)
    return np.ldexp(fraction, (exponent if kind != "fp16" else exponent // 4) - 60)


def main():
    with open(sys.argv[1], "w", encoding="ascii") as out:
        out.write(f"# numpy.sum of NumPy {np.__version__}, x86-64: type, elements, bits\n")
        for kind, real, bits in TYPES:
            values = elements(kind, max(LENGTHS)).astype(real)
            for n in LENGTHS:
                total = np.sum(np.ascontiguousarray(values[:n]))
                out.write(f"{kind},{n},{int(total.view(bits)):x}\n")


main()
