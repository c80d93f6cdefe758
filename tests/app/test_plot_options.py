"""How plots are drawn into files: size, resolution, font size, theme, text as text."""

import struct
import unittest
import xml.etree.ElementTree

import ulp

SVG = "{http://www.w3.org/2000/svg}"


class PlotOptions(ulp.Case):
    def plot(self, name, *options):
        path = self.path(name)
        self.good("run", "sum", "--input", "tenths:n=1000", "--quiet", "--plot", path, *options)
        with open(path, "rb") as file:
            return file.read()

    def size(self, data):
        """Of a PNG: ISO/IEC 15948, 11.2.2."""
        return struct.unpack(">II", data[16:24])

    def svg(self, *options):
        return xml.etree.ElementTree.fromstring(self.plot("p.svg", *options))

    def test_size(self):
        self.assertEqual(self.size(self.plot("p.png")), (960, 600))
        self.assertEqual(self.size(self.plot("p.png", "--plot-size", "640x400")), (640, 400))
        self.assertEqual(self.size(self.plot("p.png", "--plot-size", "640x400", "--plot-dpi", "192")), (1280, 800))
        self.assertEqual(self.svg("--plot-size", "640x400", "--plot-dpi", "192").get("viewBox"), "0 0 640 400")
        self.assertIn(b"/MediaBox [ 0 0 640 400 ]", self.plot("p.pdf", "--plot-size", "640x400"))

    def test_text_as_text(self):
        shapes, text = self.svg(), self.svg("--plot-text")
        self.assertEqual(list(shapes.iter(SVG + "text")), [])
        self.assertEqual([element for element in text.iter(SVG + "symbol")], [])
        words = [element.text for element in text.iter(SVG + "text")]
        self.assertTrue(any("kahan" in word for word in words), words)
        for element in text.iter(SVG + "text"):
            self.assertGreater(float(element.get("textLength")), 0)
        self.assertEqual(text[-1].tag, SVG + "g")
        self.assertTrue(any(child.get("transform", "").endswith("rotate(-90)") for child in text))  # of the vertical axis

    def test_font_size(self):
        sizes = {size: max(float(group.get("font-size")) for group in self.svg("--plot-text", "--plot-font-size", size)
                           .iter(SVG + "g") if group.get("font-size")) for size in ("10", "20")}
        self.assertAlmostEqual(sizes["20"], 2 * sizes["10"], delta=0.05)

    def test_theme(self):
        light, dark = self.plot("p.svg"), self.plot("p.svg", "--plot-theme", "dark")
        self.assertIn(b"rgb(100%,100%,100%)", light)
        self.assertNotIn(b"rgb(100%,100%,100%)", dark)

    def test_bad(self):
        for option, value, expected in (("--plot-size", "640", "a width and a height"), ("--plot-size", "9x600", "100 to"),
                                        ("--plot-size", "640x400px", "a width and a height"),
                                        ("--plot-dpi", "6000", "from 24 to 600"), ("--plot-font-size", "nan", "from 4 to 72"),
                                        ("--plot-theme", "blue", "light or dark")):
            result = ulp.run("run", "sum", "--input", "tenths:n=10", "--plot", self.path("p.svg"), option, value)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertRegex(result.stderr, rf"\Aulp: {option}: [^\n]*{expected}[^\n]*\n\Z")
        result = ulp.run("run", "sum", "--input", "tenths:n=10", "--plot", self.path("p.png"), "--plot-size",
                              "9000x9000", "--plot-dpi", "600")
        self.assertEqual(result.returncode, 2)
        self.assertIn("pixels", result.stderr)


if __name__ == "__main__":
    ulp.main()
