import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseExactJson, stringifyExactJson } from '../../../../packages/runtime/src/http/index.js'

describe('exact JSON', () => {
  it('keeps every digit of signed data', () => {
    const text =
      '{"timeout_timestamp":1693012979767514087,"amounts":[-9007199254740993,9007199254740991],"memo":"{\\"n\\":12345678901234567890}"}'
    const value = parseExactJson<{ timeout_timestamp: bigint; amounts: unknown[] }>(text)
    expect(value.timeout_timestamp).toBe(1693012979767514087n)
    expect(value.amounts).toEqual([-9007199254740993n, 9007199254740991])
    expect(stringifyExactJson(value)).toBe(text)
  })

  it('survives every copy', () => {
    const value = parseExactJson<object>(
      '{"n":12345678901234567890,"m":{"n":12345678901234567891}}',
    )
    const copies = [{ ...value }, structuredClone(value), Object.assign({}, value)]
    for (const copy of copies) expect(stringifyExactJson(copy)).toBe(stringifyExactJson(value))
  })

  it.each([
    '',
    '[1,]',
    '{"a":12345678901234567890',
    '[12345678901234567890 1]',
    '01234567890123456789',
    '-01234567890123456789',
    '{12345678901234567890:1}',
    '{12345678901234567890 :1}',
    '--12345678901234567890',
    '1-12345678901234567890',
    '12345678901234567890"a"',
    '[12345678901234567890\u00a0]',
  ])('refuses what JSON refuses: %j', (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError)
  })

  it('leaves fractions and exponents to numbers, and texts alone', () => {
    const text = '[1.2345678901234567,1e21,12345678901234567e1,"12345678901234567890","\\\\",12]'
    expect(parseExactJson(text)).toEqual(JSON.parse(text))
  })

  it('does not mistake a foreign string for a number', () => {
    const text =
      '{"a":":1234567890123456789,","b":"\u008012","c":"\\u008012","d":12345678901234567890}'
    expect(parseExactJson(text)).toEqual({
      a: ':1234567890123456789,',
      b: '\u008012',
      c: '\u008012',
      d: 12345678901234567890n,
    })
    const value = { text: '\u008112', n: 12345678901234567890n }
    expect(stringifyExactJson(value)).toBe('{"text":"\u008112","n":12345678901234567890}')
    expect(parseExactJson('{"a":12345678901234567890,"a":1}')).toEqual({ a: 1 })
  })

  it('restores the digits of each number, whatever surrounds it', () => {
    expect(parseExactJson('{"b":12345678901234567890,"1":12345678901234567891}')).toEqual({
      b: 12345678901234567890n,
      1: 12345678901234567891n,
    })
    // Inside a string, or under a repeated key, there is the rounded number of another place.
    for (const text of [
      '{"t":":1777889100123456789,","a":1.7778891001234568e18}',
      '{"a":1777889100123456789,"a":1.7778891001234568E18}',
      '{"t":":12345678901234567,","a":12345678901234567.5}',
      '{"t":":9999999999999999999,","a":99999999999999999999e-1}',
      '{"a":1000000000000000000000000000001,"a":1e30}',
    ]) {
      expect(parseExactJson(text)).toEqual(JSON.parse(text))
    }
    expect(parseExactJson('[1e30,1000000000000000000000000000001]')).toEqual([
      1e30,
      1000000000000000000000000000001n,
    ])
    const twice = '{"a":12345678901234567890,"a":12345678901234567891,"b":12345678901234567892}'
    expect(parseExactJson(twice)).toEqual({ a: 12345678901234567891n, b: 12345678901234567892n })
    expect(parseExactJson('12345678901234567891')).toBe(12345678901234567891n)
  })

  it('has no way into a prototype', () => {
    const value = parseExactJson<object>('{"__proto__":12345678901234567890}')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.entries(value)).toEqual([['__proto__', 12345678901234567890n]])
  })

  it('reads any value like JSON, whatever its texts are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        const rounded = JSON.stringify(parseExactJson(text), (_, each: unknown) =>
          typeof each === 'bigint' ? Number(each) : each,
        )
        expect(rounded).toBe(JSON.stringify(JSON.parse(text)))
      }),
    )
  })

  it('reads back what it prints', () => {
    const large = fc.bigInt().filter((each) => !Number.isSafeInteger(Number(each)))
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('\u0080', '\u008012', '\u0081"12', '":12345678901234567890,"', '\\'),
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        large,
        text,
        fc.integer(),
        fc.array(tie('value')),
        fc.dictionary(text, tie('value')),
      ),
    }))
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (each, indent) => {
        const printed = String(stringifyExactJson(each, indent))
        expect(parseExactJson(printed)).toEqual(each)
        expect(stringifyExactJson(parseExactJson(printed), indent)).toBe(printed)
      }),
    )
  })
})
