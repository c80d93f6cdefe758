/* oracle-convert FROM TO ROUND PROFILE [BITS]: patterns from standard input through the codec to standard output, each in as many
 * whole bytes as its container needs, lowest first. With ROUND sr a word of 32 bits, of which the lowest BITS count, follows each
 * pattern. Status 1 for what it does not know. */
#include "core/number/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static guint find(const char *id, const char *const *ids) {
  for (guint i = 0; ids[i]; i++)
    if (strcmp(ids[i], id) == 0)
      return i;
  g_printerr("oracle-convert: no “%s”\n", id);
  exit(1);
}

static UlpFormat format_of(const char *id) {
  UlpFormat format;
  g_autoptr(GError) error = NULL;
  if (ulp_format_from_id(id, &format, &error))
    return format;
  g_printerr("oracle-convert: %s\n", error->message);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc < 5) {
    g_printerr("oracle-convert FROM TO ROUND PROFILE [BITS]\n");
    return 1;
  }
  const UlpFormat from = format_of(argv[1]), to = format_of(argv[2]);
  const UlpRound listed = find(argv[3], ulp_round_ids);
  const UlpProfile profile = ulp_profiles[find(argv[4], ulp_profile_ids)];
  const int bits = argc > 5 ? atoi(argv[5]) : 0;
  const UlpConversion how = ulp_conversion(ulp_layout(from), ulp_layout(to));
  UlpBits pattern = 0;
  while (fread(&pattern, ulp_format_bytes(from), 1, stdin) == 1) {
    UlpRound round = listed;
    guint32 word = 0;
    if (listed == ULP_ROUND_SR) {
      if (fread(&word, sizeof word, 1, stdin) != 1)
        return 1;
      round = ulp_round_stochastic(word << (32 - bits), bits);
    }
    const UlpBits result = ulp_convert(&how, pattern, round, profile);
    fwrite(&result, ulp_format_bytes(to), 1, stdout);
    pattern = 0;
  }
  return ferror(stdin) || fflush(stdout) != 0;
}
