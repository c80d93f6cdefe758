/* A second client of the X server that pastes: plain Xlib, as ICCCM 2.0 has it (2.4, and 2.7.2 for large data). */
#pragma once

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <glib.h>

/* Asks the owner of CLIPBOARD for `target`. The text, NULL when it was refused. New string. */
static inline GString *ulp_test_x11_paste(const char *target) {
  Display *display = XOpenDisplay(NULL);
  g_assert_nonnull(display);
  const Window window = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
  const Atom selection = XInternAtom(display, "CLIPBOARD", False), incr = XInternAtom(display, "INCR", False);
  const Atom property = XInternAtom(display, "ULP_TEST_PASTE", False);
  GString *text = g_string_new(NULL);
  gboolean pieces = FALSE, done = FALSE;
  XSelectInput(display, window, PropertyChangeMask);
  XConvertSelection(display, selection, XInternAtom(display, target, False), property, window, CurrentTime);
  while (!done) {
    XEvent event;
    XNextEvent(display, &event);
    if (event.type == SelectionNotify && event.xselection.property == None) {
      g_string_free(text, TRUE);
      text = NULL;
      break;
    }
    const gboolean first = event.type == SelectionNotify;
    const gboolean piece = pieces && event.type == PropertyNotify && event.xproperty.atom == property &&
                           event.xproperty.state == PropertyNewValue;
    if (!first && !piece)
      continue;
    Atom type;
    int format;
    unsigned long n, rest;
    unsigned char *bytes = NULL;
    XGetWindowProperty(display, window, property, 0, G_MAXINT32 / 4, True, AnyPropertyType, &type, &format, &n, &rest,
                       &bytes);
    if (first && type == incr)
      pieces = TRUE;
    else
      g_string_append_len(text, (const char *)bytes, (gssize)n);
    done = first ? !pieces : n == 0;
    XFree(bytes);
    XFlush(display); /* the property is gone: the next piece may come */
  }
  XCloseDisplay(display);
  return text;
}
