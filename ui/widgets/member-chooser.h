/* A drop-down of the arrays in a file, with their formats and shapes: hidden where there is none to choose. */
#pragma once

#include <gtk/gtk.h>

#define ULP_TYPE_MEMBER_CHOOSER (ulp_member_chooser_get_type())
/* Signal "chosen", when a person took another one: (const char *spec), the specification of the file with that array. */
G_DECLARE_FINAL_TYPE(UlpMemberChooser, ulp_member_chooser, ULP, MEMBER_CHOOSER, GtkBox)

UlpMemberChooser *ulp_member_chooser_new(void);

/* The file of an input's specification (core/input/file-spec.h), or another text, which names none. The file is opened on a thread
 * of its own; what another one was asked for before is dropped. */
void ulp_member_chooser_set_spec(UlpMemberChooser *self, const char *spec);
