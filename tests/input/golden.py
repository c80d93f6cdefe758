#!/usr/bin/env python3
"""Derives the hashes in golden.h and the quantiles in test-math.c from the definitions, without the program's
code: Philox4x32-10 in Python's integers, and IEEE 754 double operations one by one (Python's floats are binary64;
math.sqrt is correctly rounded)."""
import hashlib
import math
import struct
from fractions import Fraction

MASK = 0xFFFFFFFF
seed, stream, count = 42, 0, 10000


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


def points(i, fp32):
    scale, more = (8, 8) if i % 3 == 2 else (128, 0)
    return float(Fraction(uniform_pm(i, fp32)) * scale + more)


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


def pack(value, fp32):
    return struct.pack("<f" if fp32 else "<d", value)


def unpack(data, fp32):
    return struct.unpack("<f" if fp32 else "<d", data)[0]


def bits_of(pattern, fp32):
    return struct.pack("<I" if fp32 else "<Q", pattern)


def spread_pattern(i, fp32, exponents, random_sign=False):
    low, high = philox(i)
    width = min(exponents, 250 if fp32 else 2000)
    exponent = (127 if fp32 else 1023) + ((high & MASK) * (width + 1) >> 32) - width // 2
    sign = (high >> 32) & 1 if random_sign else 0
    return sign << 31 | exponent << 23 | low >> 41 if fp32 else sign << 63 | exponent << 52 | low >> 12


def spread(exponents, random_sign):
    return lambda i, fp32: bits_of(spread_pattern(i, fp32, exponents, random_sign), fp32)


def mixed(x):
    x = (x ^ x >> 16) * 0x85EBCA6B & MASK
    x = (x ^ x >> 13) * 0xC2B2AE35 & MASK
    return x ^ x >> 16


def shuffled(i, key):
    if i >= count:
        return i
    half = max(1, ((count - 1).bit_length() + 1) // 2)
    mask, place = (1 << half) - 1, i
    while True:
        left, right = place >> half, place & mask
        for number in range(6):
            k = ((key >> 32 if number % 2 else key) + number * 0x9E3779B9) & MASK
            left, right = right, left ^ (mixed((mixed(right ^ k) + k) & MASK) & mask)
        place = left << half | right
        if place < count:
            return place


def pairs(total):
    def element(i, fp32):
        pairs_end = (count - (total != 0)) // 2 * 2
        place = shuffled(i, seed ^ stream)
        if place < pairs_end:
            return bits_of(spread_pattern(place // 2, fp32, 40) | place % 2 << (31 if fp32 else 63), fp32)
        return total if place == pairs_end else 0.0
    return element


def mountain(i, fp32):
    mirrored = count - 1 - i
    if i == mirrored:
        return 0.0
    return bits_of(spread_pattern(min(i, mirrored), fp32, 40) | (i > mirrored) << (31 if fp32 else 63), fp32)


def small_big(fill):
    def element(i, fp32):
        small, big = (2.0**-12, 2.0**13) if fp32 else (2.0**-27, 2.0**27)
        if fill == "grow":
            return small + (big - small) * (i / count)
        if fill == "random":
            return small + (big - small) * ((philox(i)[0] >> 11) * 2.0**-53)
        return big if i == 0 else {"one": small, "two": big, "cancel": -big}[fill] if i == count - 1 else small
    return element


SINE = [(-1) ** k / math.factorial(2 * k + 1) for k in range(8)]
COSINE = [(-1) ** k / math.factorial(2 * k) for k in range(9)]


def sine(i, fp32):
    turn = Fraction(i, count)
    negative = turn > Fraction(1, 2)
    turn = 1 - turn if negative else turn
    turn = Fraction(1, 2) - turn if turn > Fraction(1, 4) else turn
    cosine = turn > Fraction(1, 8)
    turn = Fraction(1, 4) - turn if cosine else turn
    x = float(4 * turn) * float.fromhex("0x1.921fb54442d18p+0")
    value = horner(x * x, COSINE) if cosine else x * horner(x * x, SINE)
    return -value if negative else value


def harmonic(power, backward):
    def element(i, fp32):
        k = float(count - i if backward else i + 1)
        return 1.0 / (k * k if power == 2 else k)
    return element


def near_max(i, fp32):
    low, sign = philox(i & ~2)[0], i >> 1 & 1
    return bits_of(sign << 31 | 254 << 23 | low >> 41 if fp32 else sign << 63 | 2046 << 52 | low >> 12, fp32)


def subnormals(random_sign):
    def element(i, fp32):
        low, high = philox(i)
        sign = high & 1 if random_sign else 0
        return bits_of(sign << 31 | low >> 41 if fp32 else sign << 63 | low >> 12, fp32)
    return element


def zeros(sign):
    def element(i, fp32):
        negative = {"random": philox(i)[0] & 1, "positive": 0, "negative": 1}[sign]
        return bits_of(negative << (31 if fp32 else 63), fp32)
    return element


def single(i, fp32):
    return math.inf if i == 0 else uniform(i, fp32)


# -- makers: the whole array, with exact sums in fractions


def rounded(value, fp32):
    return unpack(pack(value, fp32), fp32)


def permuted(values, key):
    values = list(values)
    for i in range(len(values) - 1, 0, -1):
        c = [i & MASK, i >> 32, 0, 0xFFFFFFFE]
        k = [key & MASK, key >> 32]
        for _ in range(10):
            p0, p1 = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
            c = [(p1 >> 32) ^ c[1] ^ k[0], p1 & MASK, (p0 >> 32) ^ c[3] ^ k[1], p0 & MASK]
            k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
        j = (c[0] | c[1] << 32) * (i + 1) >> 64
        values[i], values[j] = values[j], values[i]
    return values


def drawn(i, n, cond, part):
    low, high = philox(i)
    first, whole = n // 2, int(log(cond) * float.fromhex("0x1.71547652b82fep+0") * part + 0.5)
    if i < first:
        exponent = whole if i == 0 else 0 if i + 1 == first else (high & MASK) * (whole + 1) >> 32
    else:
        exponent = int(whole * (1.0 - (i - first) / max(n - first - 1, 1)) + 0.5)
    return float((low >> 10) - 2**53) * 2.0**-53 * 2.0 ** (exponent - whole // 2)


def gensum(cond, n, fp32):
    values, total, magnitudes = [], Fraction(0), 0.0
    for i in range(n):
        start = float(total) if i >= n // 2 else 0.0
        x = drawn(i, n, cond, 1.0) - start
        if i == n - 1:
            above = (magnitudes - start) / (cond - 1.0)
            x = (above if above >= start else (magnitudes + start) / (cond + 1.0)) - start
        x = rounded(x, fp32)
        values.append(x)
        total += Fraction(x)
        magnitudes += abs(x)
    return permuted(values, seed)


def gendot(part, cond, n, fp32):
    global stream
    values, total = {"x": [], "y": []}, Fraction(0)
    for i in range(n):
        x = rounded(drawn(i, n, cond, 0.5), fp32)
        stream = 0x80000000
        y = drawn(i, n, cond, 0.5)
        stream = 0
        if i >= n // 2 and x != 0:
            y = (x * y - float(total)) / x
        y = rounded(y, fp32)
        values["x"].append(x)
        values["y"].append(y)
        total += Fraction(x) * Fraction(y)
    return permuted(values[part], seed)


def anderson(n, fp32):
    base = [unpack(bits_of(spread_pattern(i, fp32, 40), fp32), fp32) for i in range(n)]
    total = 0.0
    for x in base:
        total += x
    return [x - total / n for x in base]


MAKERS = {
    "gensum:cond=1e12": lambda n, fp32: gensum(1e12, n, fp32),
    "gensum:cond=1e30": lambda n, fp32: gensum(1e30, n, fp32),
    "gendot:cond=1e20:part=x": lambda n, fp32: gendot("x", 1e20, n, fp32),
    "gendot:cond=1e20:part=y": lambda n, fp32: gendot("y", 1e20, n, fp32),
    "anderson": anderson,
}

GENERATORS = {
    "constant": lambda i, fp32: 1.0,
    "tenths": lambda i, fp32: 0.1,
    "uniform": uniform,
    "uniform-pm": uniform_pm,
    "points": points,
    "normal": normal,
    "lognormal": lognormal(0.0, 1.0),
    "lognormal:mu=-2.5:s=3": lognormal(-2.5, 3.0),
    "normal-lognormal": normal_lognormal,
    "alternating": lambda i, fp32: (1e6, 1e-6)[i % 2],
    "bits": bits(False),
    "bits:nonfinite=1": bits(True),
    "cancel": lambda i, fp32: (1e8, 1.0, -1e8, 1.0)[i % 4],
    "cancel-zero": lambda i, fp32: (1e8, 1.0, -1e8, -1.0)[i % 4],
    "harmonic": harmonic(1, False),
    "harmonic:power=2:order=backward": harmonic(2, True),
    "spread": spread(40, False),
    "spread:exponents=200:sign=random": spread(200, True),
    "pairs": pairs(1.0),
    "pairs:total=0": pairs(0.0),
    "mountain": mountain,
    "small-big": small_big("one"),
    "small-big:fill=two": small_big("two"),
    "small-big:fill=cancel": small_big("cancel"),
    "small-big:fill=grow": small_big("grow"),
    "small-big:fill=random": small_big("random"),
    "sine": sine,
    "zeros": zeros("random"),
    "zeros:sign=negative": zeros("negative"),
    "subnormals": subnormals(False),
    "subnormals:sign=random": subnormals(True),
    "near-max": near_max,
    "single": single,
}


def digest(element, fp32, indices):
    values = (element(i, fp32) for i in indices)
    data = b"".join(v if isinstance(v, bytes) else struct.pack("<f" if fp32 else "<d", v) for v in values)
    return hashlib.sha256(data).hexdigest()


for name, element in GENERATORS.items():
    for fp32 in (True, False):
        seed, stream, count = 42, 0, 10000
        begin = digest(element, fp32, range(10000))
        seed, stream, count = 0xFEDCBA9876543210, 3, 2**32 + 500
        other = digest(element, fp32, range(2**32 - 501, 2**32 + 500))
        print(f'''    {{"{name}", ULP_FORMAT_{"FP32" if fp32 else "FP64"},
     "{begin}",
     "{other}"}},''')

seed, stream = 42, 0
for name, make in MAKERS.items():
    for fp32 in (True, False):
        digest_of = hashlib.sha256(b"".join(pack(v, fp32) for v in make(1001, fp32))).hexdigest()
        print(f'''    {{"{name}", ULP_FORMAT_{"FP32" if fp32 else "FP64"}, "{digest_of}"}},''')

for j in (0, 1, 12345, 2**16, 2**24, 2**52, 2**53 - 1):
    print(f"      {{{j}u, {quantile(j).hex()}}},")
