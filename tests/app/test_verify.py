"""ulp verify conversions: who converts alike."""
import ulp


class Verify(ulp.Case):
    def table(self, *arguments):
        return ulp.rows_of(self.good("verify", "conversions", *arguments, "--quiet", "--csv", "-", "--no-preamble").stdout)

    def test_all_patterns_of_16_bits(self):
        rows = self.table("--to", "e4m3,e8m0", "--rounds", "rn,sr", "--profiles", "cuda,ml_dtypes")
        self.assertEqual(len(rows), 2 * 2 * 2 * 2)
        for row in rows:
            self.assertEqual([row["converter"], row["against"], row["patterns"], row["class"], row["differ"]],
                             ["cpu", "codec", "65536", "none", "0"])

    def test_some_patterns_of_fp32(self):
        (row,) = self.table("--from", "fp32", "--to", "e5m2", "--rounds", "rz", "--profiles", "ieee", "--every", "65537")
        self.assertEqual([row["from"], row["patterns"], row["differ"]], ["fp32", "65536", "0"])

    def test_refused(self):
        self.bad(2, "verify", "conversions", "--from", "fp64", mentions=["--from", "fp64 of 64 bits"])
        self.bad(2, "verify", mentions=["ulp verify conversions"])
        self.bad(2, "verify", "sums", mentions=["“sums”"])
        self.bad(2, "verify", mentions=["nothing", "ulp verify conversions"])


if __name__ == "__main__":
    ulp.main()
