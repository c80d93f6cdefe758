/* Read before every file of a build for the thread sanitizer (-include, the top CMakeLists.txt). GLib is not instrumented and waits
 * through futexes of its own, so the sanitizer does not see what its calls order; here they say so. An order that is not
 * said here shows up as a race that is none: add the call, with the object that it hands over. */
#pragma once

#if __has_include(<gio/gio.h>) /* a program without GLib has nothing to say */
#include <gio/gio.h>
#include <sanitizer/tsan_interface.h>

static inline void ulp_tsan_mutex_lock(GMutex *mutex) {
  g_mutex_lock(mutex);
  __tsan_acquire(mutex);
}
#define g_mutex_lock ulp_tsan_mutex_lock

static inline void ulp_tsan_mutex_unlock(GMutex *mutex) {
  __tsan_release(mutex);
  g_mutex_unlock(mutex);
}
#define g_mutex_unlock ulp_tsan_mutex_unlock

static inline void ulp_tsan_cond_wait(GCond *cond, GMutex *mutex) {
  __tsan_release(mutex);
  g_cond_wait(cond, mutex);
  __tsan_acquire(mutex);
}
#define g_cond_wait ulp_tsan_cond_wait

static inline gboolean ulp_tsan_cond_wait_until(GCond *cond, GMutex *mutex, gint64 end) {
  __tsan_release(mutex);
  const gboolean signalled = g_cond_wait_until(cond, mutex, end);
  __tsan_acquire(mutex);
  return signalled;
}
#define g_cond_wait_until ulp_tsan_cond_wait_until

/* The functions, under the macros of the same names. */
static inline gboolean ulp_tsan_once_enter(void *location) {
  const gboolean first = (g_once_init_enter)(location);
  __tsan_acquire(location);
  return first;
}
#undef g_once_init_enter
#define g_once_init_enter(location) ulp_tsan_once_enter((void *)(location))

static inline void ulp_tsan_once_leave(void *location, gsize result) {
  __tsan_release(location);
  (g_once_init_leave)(location, result);
}
#undef g_once_init_leave
#define g_once_init_leave(location, result) ulp_tsan_once_leave((void *)(location), (gsize)(result))

/* Whoever drops the last reference comes after all others. */
static inline gboolean ulp_tsan_ref_count_dec(gatomicrefcount *count) {
  __tsan_release(count);
  const gboolean last = g_atomic_ref_count_dec(count);
  __tsan_acquire(count);
  return last;
}
#define g_atomic_ref_count_dec ulp_tsan_ref_count_dec

static inline void ulp_tsan_rc_box_release_full(gpointer box, GDestroyNotify clear) {
  __tsan_acquire(box);
  __tsan_release(box);
  g_atomic_rc_box_release_full(box, clear);
}
#define g_atomic_rc_box_release_full ulp_tsan_rc_box_release_full

/* From the one who starts a task to its thread, and from there to whoever takes its result. */
#define g_task_run_in_thread(task, work)                                                                               \
  G_STMT_START {                                                                                                       \
    void ulp_tsan_work(GTask *task_, gpointer source_, gpointer data_, GCancellable *cancellable_) {                   \
      __tsan_acquire(task_);                                                                                           \
      work(task_, source_, data_, cancellable_);                                                                       \
    }                                                                                                                  \
    GTask *handed = (task);                                                                                            \
    __tsan_release(handed);                                                                                            \
    g_task_run_in_thread(handed, ulp_tsan_work);                                                                       \
  }                                                                                                                    \
  G_STMT_END

static inline gpointer ulp_tsan_task_released(gpointer task) {
  __tsan_release(task);
  return task;
}

static inline gpointer ulp_tsan_task_acquired(gpointer task) {
  __tsan_acquire(task);
  return task;
}
#define g_task_return_pointer(task, ...) g_task_return_pointer(ulp_tsan_task_released(task), __VA_ARGS__)
#define g_task_return_boolean(task, result) g_task_return_boolean(ulp_tsan_task_released(task), result)
#define g_task_return_error(task, error) g_task_return_error(ulp_tsan_task_released(task), error)
#define g_task_get_task_data(task) g_task_get_task_data(ulp_tsan_task_acquired(task))
#define g_task_propagate_pointer(task, error) g_task_propagate_pointer(ulp_tsan_task_acquired(task), error)
#define g_task_propagate_boolean(task, error) g_task_propagate_boolean(ulp_tsan_task_acquired(task), error)
#endif
