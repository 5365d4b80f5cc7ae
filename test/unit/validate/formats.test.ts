import {
  base64,
  date,
  dateTime,
  decimal,
  duration,
  email,
  hex,
  hexBytes,
  hexLower,
  hexQuantity,
  hostname,
  int64,
  ipv4,
  ipv6,
  jsonPointer,
  regex,
  time,
  uint64,
  uri,
  uriReference,
  uuid,
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
  'hex-quantity': {
    check: hexQuantity,
    good: ['0x0', '0x1F'],
    bad: ['', '0x', '1f', '0xg', '-0x1'],
  },
  'hex-bytes': { check: hexBytes, good: ['0x', '0x00fF'], bad: ['', '00', '0x0', '0xzz'] },
  'hex-lower': { check: hexLower, good: ['', '0a'], bad: ['0A', 'a'] },
  base64: { check: base64, good: ['', 'EgA=', 'QUJD'], bad: ['EgA', '====A', 'a-_=', 'Eg A='] },
  date: { check: date, good: ['2024-02-29'], bad: ['2023-02-29', '2024-2-9', '2024-01-01Z', ''] },
  time: {
    check: time,
    good: ['23:59:60Z', '08:30:06.1+05:30', '01:29:60+01:30'],
    bad: ['24:00:00Z', '12:00:00', '23:58:60Z', '8:30:06Z'],
  },
  duration: {
    check: duration,
    good: ['P4DT12H30M5S', 'P2W', 'PT0S'],
    bad: ['P', 'PT', 'P1Y2W', 'P1Y2D', 'PT1H2S', 'PT0.5S', 'P1D '],
  },
  email: {
    check: email,
    good: ['a@example.com', '"a b"@example.com', 'a@[127.0.0.1]', 'a@[IPv6:::1]'],
    bad: [
      'a',
      '@example.com',
      'a@',
      '.a@example.com',
      'a b@example.com',
      'a@b@c',
      'a@[127.0.0.300]',
    ],
  },
  hostname: {
    check: hostname,
    good: ['example.com', 'a--b.com', '1host', 'xn--zca29lwxobi7a'],
    bad: ['', '-a', 'a-', 'a.', 'a_b', `${'a'.repeat(64)}.com`, 'xn--X', 'xn--l-fda'],
  },
  ipv4: {
    check: ipv4,
    good: ['0.0.0.0', '255.255.255.255'],
    bad: ['1.2.3', '256.1.1.1', '01.1.1.1', '1.1.1.1.'],
  },
  ipv6: {
    check: ipv6,
    good: ['::', '::1', '1:2:3:4:5:6:7:8', '::ffff:192.168.0.1', 'd6::'],
    bad: [
      '',
      '1',
      ':::',
      '1::2::3',
      '12345::',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7::8:9',
      '::1%eth0',
      '192.168.0.1::',
    ],
  },
  uri: {
    check: uri,
    good: ['https://a@example.com:1/b?c#d', 'urn:a:b', 'ldap://[2001:db8::7]/c', 'http://[v1.a]/'],
    bad: [
      '/a',
      'a',
      'http://a b',
      'http://a/%6G',
      'http://[::1',
      'http://a:b/',
      'http://a@b@c/',
      'http://a/#b#c',
    ],
  },
  'uri-reference': {
    check: uriReference,
    good: ['', '/a', './a:b', '?q', '#f', '//a/b', 'https://example.com'],
    bad: ['1:b', '\\\\a', '/a b', '/[::1]'],
  },
  uuid: {
    check: uuid,
    good: ['2EB8AA08-aa98-11ea-b4aa-73b441d16380'],
    bad: ['2eb8aa08aa9811eab4aa73b441d16380', 'urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380'],
  },
  regex: { check: regex, good: ['^a$', '(?<=a+)b', '[^]'], bad: ['(', '\\a', '(?i)a'] },
  'json-pointer': {
    check: jsonPointer,
    good: ['', '/', '/a~0b~1'],
    bad: ['a', '#/a', '/~', '/~2'],
  },
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
  test('rejects values that are not strings', () =>
    expect(made.is(5, { formats: false })).toBe(false))
})
