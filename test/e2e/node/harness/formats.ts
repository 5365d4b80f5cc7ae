/** What the texts and numbers of each format look like on the wire. */
export const formats: Readonly<Record<string, (value: unknown) => boolean>> = {
  int64: (value) => isDecimal(value, -(2n ** 63n), 2n ** 63n - 1n),
  uint64: (value) => isDecimal(value, 0n, 2n ** 64n - 1n),
  int32: (value) => isNumber(value, -(2 ** 31), 2 ** 31 - 1),
  uint32: (value) => isNumber(value, 0, 2 ** 32 - 1),
  hex: (value) => fits(value, /^(?:[\dA-F]{2})*$/),
  'hex-lower': (value) => fits(value, /^(?:[\da-f]{2})*$/),
  base64: (value) => fits(value, /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/),
  'date-time': (value) => fits(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{0,8}[1-9])?Z$/),
}

function fits(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}

function isDecimal(value: unknown, least: bigint, most: bigint): boolean {
  if (typeof value !== 'string' || !/^(?:0|-?[1-9]\d*)$/.test(value)) return false
  return BigInt(value) >= least && BigInt(value) <= most
}

function isNumber(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most
}
