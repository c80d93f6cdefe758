#!/usr/bin/env python3
"""Derives the hashes in test-generators.c and the quantiles in test-math.c from the definitions, without the program's
code: Philox4x32-10 in Python's integers, and IEEE 754 double operations one by one (Python's floats are binary64;
math.sqrt is correctly rounded)."""
import hashlib
import math
import struct
from fractions import Fraction

MASK = 0xFFFFFFFF
seed, stream = 42, 0


def philox(index, block=0):
    c = [index & MASK, index >> 32, block, stream]
    k = [seed & MASK, seed >> 32]
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(p1 >> 32) ^ c[1] ^ k[0], p1 & MASK, (p0 >> 32) ^ c[3] ^ k[1], p0 & MASK]
        k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
    return c[0] | c[1] << 32, c[2] | c[3] << 32


def horner(x, coefficients):
    total = coefficients[-1]
    for c in reversed(coefficients[:-1]):
        total = total * x + c
    return total


HIGH = float.fromhex("0x1.62e42feep-1")
LOW = float.fromhex("0x1.a39ef35793c76p-33")


def log(x):
    m, k = math.frexp(x)
    if m < math.sqrt(0.5):
        m, k = 2 * m, k - 1
    s = (m - 1.0) / (m + 1.0)
    z = s * s
    series = horner(z, [1.0 / n for n in range(3, 22, 2)])
    return k * HIGH + (2.0 * s + (2.0 * s * (z * series) + k * LOW))


def exp(x):
    scaled = x * float.fromhex("0x1.71547652b82fep+0")
    k = math.trunc(scaled + (-0.5 if scaled < 0 else 0.5))
    r = (x - k * HIGH) - k * LOW
    series = horner(r, [1.0 / math.factorial(n) for n in range(2, 14)])
    return math.ldexp(1.0 + (r + r * r * series), k)


A = [3.3871328727963666080e0, 1.3314166789178437745e+2, 1.9715909503065514427e+3, 1.3731693765509461125e+4,
     4.5921953931549871457e+4, 6.7265770927008700853e+4, 3.3430575583588128105e+4, 2.5090809287301226727e+3]
B = [1, 4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
     2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4, 5.2264952788528545610e+3]
C = [1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
     1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4]
D = [1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
     1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9]
E = [6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
     2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7]
F = [1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
     7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15]


def quantile(j):
    p = Fraction(2 * j + 1, 2**54)
    q = float(p - Fraction(1, 2))
    if abs(q) <= 0.425:
        r = 0.180625 - q * q
        return q * horner(r, A) / horner(r, B)
    root = math.sqrt(-log(float(min(p, 1 - p))))
    value = horner(root - 1.6, C) / horner(root - 1.6, D) if root <= 5 else horner(root - 5, E) / horner(root - 5, F)
    return math.copysign(value, q)


def uniform(i, fp32):
    random = philox(i)[0]
    return float(Fraction(random >> 40, 2**24) if fp32 else Fraction(random >> 11, 2**53))


def uniform_pm(i, fp32):
    random = philox(i)[0]
    return float(Fraction(random >> 39, 2**24) - 1 if fp32 else Fraction(random >> 10, 2**53) - 1)


def normal(i, fp32):
    return quantile(philox(i)[0] >> 11)


def lognormal(mu, s):
    return lambda i, fp32: exp(mu + s * normal(i, fp32))


def normal_lognormal(i, fp32):
    low, high = philox(i)
    return quantile(low >> 11) * exp(1.0 * quantile(high >> 11))


def bits(nonfinite):
    def element(i, fp32):
        code, exponent = ("<I", 0xFF << 23) if fp32 else ("<Q", 0x7FF << 52)
        block = 0
        while True:
            pattern = philox(i, block)[0] >> (32 if fp32 else 0)
            if nonfinite or pattern & exponent != exponent:
                return struct.pack(code, pattern)
            block += 1
    return element


GENERATORS = {
    "constant": lambda i, fp32: 1.0,
    "tenths": lambda i, fp32: 0.1,
    "uniform": uniform,
    "uniform-pm": uniform_pm,
    "normal": normal,
    "lognormal": lognormal(0.0, 1.0),
    "lognormal:mu=-2.5:s=3": lognormal(-2.5, 3.0),
    "normal-lognormal": normal_lognormal,
    "alternating": lambda i, fp32: (1e6, 1e-6)[i % 2],
    "bits": bits(False),
    "bits:nonfinite=1": bits(True),
    "cancel": lambda i, fp32: (1e8, 1.0, -1e8, 1.0)[i % 4],
    "cancel-zero": lambda i, fp32: (1e8, 1.0, -1e8, -1.0)[i % 4],
}


def digest(element, fp32, indices):
    values = (element(i, fp32) for i in indices)
    data = b"".join(v if isinstance(v, bytes) else struct.pack("<f" if fp32 else "<d", v) for v in values)
    return hashlib.sha256(data).hexdigest()


for name, element in GENERATORS.items():
    for fp32 in (True, False):
        seed, stream = 42, 0
        begin = digest(element, fp32, range(10000))
        seed, stream = 0xFEDCBA9876543210, 3
        other = digest(element, fp32, range(2**32 - 501, 2**32 + 500))
        print(f'''    {{"{name}", ULP_FORMAT_{"FP32" if fp32 else "FP64"},
     "{begin}",
     "{other}"}},''')

for j in (0, 1, 12345, 2**16, 2**24, 2**52, 2**53 - 1):
    print(f"      {{{j}u, {quantile(j).hex()}}},")
