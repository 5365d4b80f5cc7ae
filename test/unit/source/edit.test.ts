import { describe, expect, test } from 'vitest'
import { editText } from '../../../generator/src/source/edit-document.js'
import { parseText } from '../../../generator/src/source/syntax/parse.js'

const TEXT = `# Steps, as they are.
Step:
  description: >-
    One step of a way, in a text that is
    folded over several lines.
  oneOf:
    - type: object
      required: [walk]   # on foot
      properties:
        walk:
          description: |
            Exactly
            so.
          type: string


    - type: object
      required: [ride]
      properties: { ride: { type: string } }
Other:
  description: Text that goes on
    in the next line.
  enum: [a, b,
    c]
`

const edited = (op: 'add' | 'replace' | 'remove', path: string, value?: unknown): string =>
  editText(TEXT, [{ op, path, ...(value === undefined ? {} : { value }) }], false)

test('an item is added after the last one, and all other lines are kept', () => {
  const added = '    - type: object\n      required:\n        - swim\n'
  const value = { type: 'object', required: ['swim'] }
  expect(edited('add', '/Step/oneOf/-', value)).toBe(TEXT.replace('Other:', `${added}Other:`))
})

test('a key is added, replaced and removed in its own lines', () => {
  expect(edited('add', '/Step/type', 'object')).toBe(
    TEXT.replace('Other:', '  type: object\nOther:'),
  )
  expect(edited('replace', '/Step/oneOf/0/type', 'array')).toBe(
    TEXT.replace('- type: object\n      required: [walk]', '- type: array\n      required: [walk]'),
  )
  expect(edited('remove', '/Step/oneOf/1/required')).toBe(
    TEXT.replace('      required: [ride]\n', ''),
  )
})

test('folded text is written anew only where it changes', () => {
  const text = edited('replace', '/Step/description', 'Short.')
  expect(text).toContain('required: [walk]   # on foot')
  expect(text).toContain('Text that goes on\n    in the next line.')
  expect(text).not.toContain('folded over')
  expect(text).toContain('Short.')
})

test('several edits of one text, the end of it too', () => {
  const text = editText(
    TEXT,
    [
      { op: 'add', path: '/Step/oneOf/-', value: { type: 'object' } },
      { op: 'add', path: '/Other/enum/-', value: 'd' },
      { op: 'add', path: '/More', value: { type: 'string' } },
    ],
    false,
  )
  expect(text).toContain('One step of a way, in a text that is\n    folded over several lines.')
  expect(text).toMatch(/\[\s*a,\s*b,\s*c,\s*d\s*\]/)
  expect(text.endsWith('More:\n  type: string\n')).toBe(true)
})

describe('aliases', () => {
  const ALIASES = `text: &text { type: string }
owner:
  name: *text # the name of a person
  # in euros
  price: *text
  other: 1
`
  const changed = (path: string, value: unknown): string =>
    editText(ALIASES, [{ op: 'replace', path, value }], false)

  test('a comment behind a replaced one is kept', () => {
    expect(changed('/owner/name', 'x')).toContain('  name: x # the name of a person\n')
    expect(changed('/owner/name', { anyOf: [{ type: 'string' }] })).toContain(
      '  name:\n    # the name of a person\n    anyOf:\n      - type: string\n',
    )
    expect(changed('/owner/price', 'x')).toContain('  # in euros\n  price: x\n')
  })

  test('a change below one only concerns this place', () => {
    const text = changed('/owner/name/type', ['string', 'integer'])
    expect(text).toContain('text: &text { type: string }\n')
    expect(text).toContain('  price: *text\n')
    expect(parseText(text, false).value).toMatchObject({
      owner: { name: { type: ['string', 'integer'] }, price: { type: 'string' } },
    })
    expect(text).toContain('# the name of a person')
  })
})
