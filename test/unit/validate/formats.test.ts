import {
  base64,
  dateTime,
  decimal,
  hex,
  hexLower,
  int64,
  uint64,
  validator,
  wholeNumber,
} from '@tagwire/runtime/validate'
import { describe, expect, test } from 'vitest'

const cases = {
  int64: {
    check: int64,
    good: ['0', '-1', '9223372036854775807', '-9223372036854775808', '007'],
    bad: ['', '-', '1.0', '9223372036854775808', '-9223372036854775809', '1e3', ' 1', '0x1', '١'],
  },
  uint64: {
    check: uint64,
    good: ['0', '18446744073709551615'],
    bad: ['-1', '18446744073709551616', '', '1.0'],
  },
  integer: {
    check: wholeNumber,
    good: ['0', '-5', '123456789012345678901234567890'],
    bad: ['', '1.5', '1e3', '+1'],
  },
  decimal: {
    check: decimal,
    good: ['0', '-1', '0.10', '12345678901234567890.5'],
    bad: ['', '.5', '1.', '1e3', 'NaN'],
  },
  hex: { check: hex, good: ['', 'aA09'], bad: ['a', '0x00', 'zz'] },
  'hex-lower': { check: hexLower, good: ['', '0a'], bad: ['0A', 'a'] },
  base64: { check: base64, good: ['', 'EgA=', 'QUJD'], bad: ['EgA', '====A', 'a-_=', 'Eg A='] },
  'date-time': {
    check: dateTime,
    good: [
      '2024-02-29T23:59:59Z',
      '2024-01-01T00:00:00.123456789Z',
      '2024-01-01T00:00:00+05:30',
      '1998-12-31T23:59:60Z',
      '1998-12-31T15:59:60.123-08:00',
      '1999-01-01T05:29:60+05:30',
      '2000-02-29t00:00:00z',
      '0001-01-01T00:00:00Z',
    ],
    bad: [
      '2023-02-29T00:00:00Z',
      '2024-13-01T00:00:00Z',
      '2024-01-01',
      '2024-01-01T24:00:00Z',
      '2024-01-01T00:00:00',
      '2024-01-01T00:00:00.Z',
      '2100-02-29T00:00:00Z',
      '2024-04-31T00:00:00Z',
      '2024-00-10T00:00:00Z',
      '2024-01-00T00:00:00Z',
      '2024-01-01T00:60:00Z',
      '2024-01-01T00:00:00+24:00',
      '1998-12-31T22:59:60Z',
      '1998-12-31T23:59:60+01:00',
      '1998-12-31T23:59:61Z',
    ],
  },
}

describe.each(Object.entries(cases))('%s', (name, { check, good, bad }) => {
  const made = validator<string>(name, check)
  test.each(good)('takes %s', (text) => expect(made.check(text)).toEqual([]))
  test.each(bad)('refuses %s', (text) => {
    expect(made.strict.is(text)).toBe(false)
    expect(made.is(text, { formats: true })).toBe(false)
    expect(made.is(text)).toBe(true)
    expect(made.drift(text)).toHaveLength(1)
    expect(made.drift(text, { formats: false })).toEqual([])
    expect(made.is(text, { formats: false })).toBe(true)
  })
  test('refuses what is no text', () => expect(made.is(5, { formats: false })).toBe(false))
})
