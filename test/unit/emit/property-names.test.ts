import { expect, test } from 'vitest'
import { propertyKey } from '../../../generator/src/emit/typescript/text.js'
import { compiler } from '../../property/fixtures/compiler.js'

const { isIdentifierPart, isIdentifierStart, ScriptTarget } = compiler

function isPlain(name: string): boolean {
  return propertyKey(name) === name
}

test('what has no quotes is a name for the compiler, and not only for the engine that writes it', () => {
  const codes = Array.from({ length: 0x1_0000 }, (_, code) => code)
  const strange = codes.filter((code) => {
    const char = String.fromCodePoint(code)
    if (isPlain(char) && !isIdentifierStart(code, ScriptTarget.ES2022)) return true
    return isPlain(`a${char}`) && !isIdentifierPart(code, ScriptTarget.ES2022)
  })
  expect(strange.map((code) => code.toString(16))).toEqual([])
})

test.each([
  'größe',
  'Größe_1',
  'δοκιμή',
  'ключ',
  'שם',
  'اسم',
  'नाम',
  'ชื่อ',
  'なまえ',
  '名前',
  '이름',
  '$ref',
])('%s needs no quotes', (name) => expect(isPlain(name)).toBe(true))

test.each(['', '1a', 'a-b', 'a b', '𝒳', 'a𝒳', 'Ⰰ\u088f', '__proto__ '])(
  '%j needs quotes',
  (name) => {
    expect(isPlain(name)).toBe(false)
  },
)
