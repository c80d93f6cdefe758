"""An SVG drawn by another renderer (librsvg) looks like the PNG of the same plot: of colours from 0 to 255, the mean difference
is below 1 and fewer than 1 % of the samples differ by more than 64, which only edges of lines and letters do."""

import shutil
import struct
import subprocess
import unittest
import zlib

import ulp

MEAN, FAR, FAR_SHARE = 1.0, 64, 0.01
RENDERER = shutil.which("rsvg-convert")


def paeth(a, b, c):
    p = a + b - c
    return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]


def pixels(data):
    """Width, height and RGB bytes of a PNG (ISO/IEC 15948) of 8 bits without interlacing, over white."""
    at, header, body = 8, None, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        chunk = data[at + 8:at + 8 + length]
        header = chunk if kind == b"IHDR" else header
        body += chunk if kind == b"IDAT" else b""
        at += length + 12
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    assert depth == 8 and not interlaced and colour in (2, 6)
    step = 4 if colour == 6 else 3
    raw, stride, before, rgb = zlib.decompress(body), width * step, bytearray(width * step), bytearray()
    for y in range(height):
        start = y * (stride + 1)
        filter_type, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        for i in range(stride):
            left = row[i - step] if i >= step else 0
            corner = before[i - step] if i >= step else 0
            add = (0, left, before[i], (left + before[i]) // 2, 0)[filter_type]
            row[i] = (row[i] + (paeth(left, before[i], corner) if filter_type == 4 else add)) & 255
        before = row
        if step == 3:
            rgb += row
        else:
            for i in range(0, stride, 4):
                alpha = row[i + 3]
                rgb += bytes((row[i + k] * alpha + 255 * (255 - alpha)) // 255 for k in range(3))
    return width, height, bytes(rgb)


@unittest.skipUnless(RENDERER, "rsvg-convert (librsvg2-bin) is not installed")
class Svg(ulp.Case):
    def compare(self, *arguments):
        svg, png = self.path("plot.svg"), self.path("plot.png")
        self.good("run", *arguments, "--plot", svg, "--reproducible")
        self.good("run", *arguments, "--plot", png, "--reproducible")
        with open(png, "rb") as file:
            width, height, own = pixels(file.read())
        drawn = subprocess.run([RENDERER, "-w", str(width), "-h", str(height), svg], check=True, capture_output=True).stdout
        other_width, other_height, other = pixels(drawn)
        self.assertEqual((other_width, other_height), (width, height))
        differences = [abs(a - b) for a, b in zip(own, other)]
        self.assertLess(sum(differences) / len(differences), MEAN)
        self.assertLess(sum(d > FAR for d in differences) / len(differences), FAR_SHARE)
        self.assertGreater(len(set(own[i:i + 3] for i in range(0, len(own), 3))), 20)  # there is a picture

    def test_error_vs_n(self):
        self.compare("error-vs-n", "--input", "tenths", "--n", "16:65536")

    def test_sum(self):
        self.compare("sum", "--input", "gensum:n=1000:cond=1e12", "--atol", "1e300",
                     "--algorithms", "seq-fp32,seq-fp64,pairwise,kahan,exact")

    def test_repeat(self):
        self.compare("repeat", "--input", "uniform:n=1000", "--runs", "20", "--algorithms", "unordered-sim,exact")


if __name__ == "__main__":
    ulp.main()
