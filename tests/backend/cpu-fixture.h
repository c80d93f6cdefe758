/* A session of the CPU backend for its tests. */
#pragma once

#include "tests/backend/backend-calls.h"

#include "core/backend/backend-cpu.h"
#include "core/number/format.h"
#include "core/sum/algorithm.h"

#include <string.h>

typedef Calls Cpu;

static inline Cpu cpu_open_session(void) {
  UlpFault fault;
  Cpu cpu = {ulp_backend_cpu(), NULL};
  cpu.session = cpu.backend->open(0, &fault);
  g_assert_nonnull(cpu.session);
  return cpu;
}

static inline void cpu_close_session(Cpu *cpu) { cpu->backend->close(cpu->session); }

static inline UlpHandle cpu_upload_array(const Cpu *cpu, UlpFormat format, const void *data, guint64 count) {
  UlpFault fault;
  const UlpHandle handle = cpu->backend->upload(cpu->session, format, data, count, NULL, &fault);
  g_assert_cmpint(fault.code, ==, ULP_FAULT_NONE);
  g_assert_cmpuint(handle, !=, 0);
  return handle;
}

static inline UlpGenerateJob cpu_uniform(guint64 count) {
  return (UlpGenerateJob){ULP_GENERATOR_UNIFORM, ULP_FORMAT_FP32, count, 1};
}

static inline UlpHandle cpu_generate_array(const Cpu *cpu, const UlpGenerateJob *job) {
  UlpFault fault;
  const UlpHandle array = call_generate(cpu, job, NULL, &fault);
  g_assert_cmpint(fault.code, ==, ULP_FAULT_NONE);
  return array;
}

/* The plan of one algorithm as a person names it. */
static inline UlpSumPlan cpu_plan(const char *spec) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) choices = ulp_algorithms_parse(spec, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(choices->len, ==, 1);
  return g_array_index(choices, UlpAlgorithmChoice, 0).plan;
}

/* The bits of one sum that must succeed. */
static inline guint64 cpu_sum_bits(const Cpu *cpu, UlpHandle array, const UlpSumPlan *plan, guint64 offset,
                                   guint64 count) {
  SumRow row;
  UlpFault fault;
  if (!call_sum(cpu, array, plan, offset, count, &row, NULL, &fault))
    g_error("%s", fault.message);
  g_assert_cmpfloat(row.seconds, >=, 0.0);
  g_assert_nonnull(row.device);
  return row.bits;
}

static inline double cpu_value(const UlpSumPlan *plan, guint64 bits) { return ulp_bits_to_double(plan->result, bits); }
