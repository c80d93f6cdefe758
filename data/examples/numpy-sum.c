/* The order of NumPy's sum, for `ulp run order`: a shared object with one function (core/order/user-sum.h) that embeds Python.
 *
 *     cc -O2 -shared -fPIC $(pkg-config --cflags ulp) $(python3-config --includes) numpy-sum.c -o numpy-sum.so \
 *        $(python3-config --embed --ldflags)
 *     ulp run order --n 256 --object ./numpy-sum.so --algorithms numpy-fp32
 *
 * The table's "same tree as" then says that it is the tree of numpy-fp32. With NumPy in a virtual environment set PYTHONPATH to its
 * site-packages. For another library change what is imported and called: torch.from_numpy(x).sum(), say. */
#include <core/order/user-sum.h>

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* A failure in Python is printed there, and ends this process, which is one of the sum's own. */
static PyObject *checked(PyObject *object) {
  if (!object) {
    PyErr_Print();
    exit(1);
  }
  return object;
}

float ulp_user_sum_fp32(const float *x, size_t n) {
  static PyObject *numpy;
  if (!numpy) {
    Py_InitializeEx(0);
    numpy = checked(PyImport_ImportModule("numpy"));
  }
  PyObject *bytes = checked(PyMemoryView_FromMemory((char *)x, (Py_ssize_t)(n * sizeof *x), PyBUF_READ));
  PyObject *array = checked(PyObject_CallMethod(numpy, "frombuffer", "Os", bytes, "f4"));
  PyObject *sum = checked(PyObject_CallMethod(array, "sum", NULL));
  const double value = PyFloat_AsDouble(sum); /* of a numpy.float32, exactly */
  if (PyErr_Occurred())
    checked(NULL);
  Py_DECREF(sum);
  Py_DECREF(array);
  Py_DECREF(bytes);
  return (float)value;
}
