"""recorded.py FOLDER: the files of tests/input/recorded, as NumPy, ml_dtypes, safetensors and gguf write them. Not part of the tests:
it needs these packages (the files are of NumPy 2.4.6, ml_dtypes 0.6.0, safetensors 0.8.0 and gguf 0.19.0)."""

import pathlib
import sys

import gguf
import ml_dtypes
import numpy as np
import safetensors

folder = pathlib.Path(sys.argv[1])
folder.mkdir(exist_ok=True)
values = [1.0, -2.0, 0.1, 448.0, -0.0, 0.015625]  # each format rounds them to nearest, ties to even

np.save(folder / "bfloat16.npy", np.array(values, ml_dtypes.bfloat16))
np.save(folder / "float8_e4m3fn.npy", np.array(values, ml_dtypes.float8_e4m3fn))
np.save(folder / "float4_e2m1fn.npy", np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6, -6], ml_dtypes.float4_e2m1fn))
np.save(folder / "float16-big-fortran.npy", np.asfortranarray(np.array(values, ">f2").reshape(2, 3)))

arrays = {"weights": np.array(values, np.float32).reshape(2, 3), "steps": np.arange(5, dtype=np.int64),
          "half": np.array(values, np.float16), "zeros": np.zeros(300)}
np.savez(folder / "stored.npz", **arrays)
np.savez_compressed(folder / "deflated.npz", **arrays, object=np.array([None]))

TYPES = {"float64": np.float64, "float32": np.float32, "float16": np.float16, "bfloat16": ml_dtypes.bfloat16,
         "float8_e4m3fn": ml_dtypes.float8_e4m3fn, "float8_e5m2": ml_dtypes.float8_e5m2, "int64": np.int64, "int32": np.int32,
         "int16": np.int16, "int8": np.int8, "uint64": np.uint64, "uint32": np.uint32, "uint16": np.uint16, "uint8": np.uint8,
         "bool": np.bool_}
tensors = {}
for name, dtype in TYPES.items():
    array = np.array([1.0, 0.0, 1.0] if name == "bool" else np.abs(values) if name.startswith("uint") else values).astype(dtype)
    tensors[name] = array
tensors["float4"] = np.array([0x10, 0xf7], np.uint8)  # two elements a byte: 0, 0.5, 6, -6
tensors["scales"] = np.array([1.0, 0.25], ml_dtypes.float8_e8m0fnu)
tensors["complex"] = np.array([1j], np.complex64)
NAMES = {"float4": "float4_e2m1fn_x2", "scales": "float8_e8m0fnu"}
specs = {name: safetensors.TensorSpec(dtype=NAMES.get(name, array.dtype.name), shape=array.shape,
                                      data_ptr=array.ctypes.data, data_len=array.nbytes) for name, array in tensors.items()}
(folder / "types.safetensors").write_bytes(safetensors.serialize(specs, {"format": "test"}))

writer = gguf.GGUFWriter(folder / "types.gguf", "test")
writer.add_array("test.tokens", ["a", "bc", ""])
writer.add_float32("test.real", 0.5)
writer.add_tensor("f32", np.array(values, np.float32).reshape(2, 3))
writer.add_tensor("f16", np.array(values, np.float16))
writer.add_tensor("f64", np.array(values, np.float64))
writer.add_tensor("bf16", np.array(values, ml_dtypes.bfloat16).view(np.uint8), raw_dtype=gguf.GGMLQuantizationType.BF16)
writer.add_tensor("blocks", gguf.quantize(np.arange(64, dtype=np.float32), gguf.GGMLQuantizationType.Q8_0),
                  raw_dtype=gguf.GGMLQuantizationType.Q8_0)
writer.write_header_to_file()
writer.write_kv_data_to_file()
writer.write_tensors_to_file()
writer.close()
