import { describe, expect, test } from 'vitest'
import {
  describeMember,
  describe as describeNode,
} from '../../../generator/src/lower/schemas/describe.js'
import { plainText } from '../../../generator/src/lower/schemas/plain-text.js'

// What descriptions become for people.

const nodeOf = (value: object) => ({ value, source: { file: 'a.yaml', pointer: '' } })
const docOf = (value: object): string | undefined => describeNode(nodeOf(value)).doc

test.each<[string, object, string | undefined]>([
  ['a description', { description: ' One. ', title: 'Some title' }, 'One.'],
  ['a title', { title: 'Some title' }, 'Some title'],
  ['a title of one word, which is a name', { title: 'Name' }, undefined],
  ['nothing', {}, undefined],
  ['words beside a reference', { allOf: [{ $ref: '#/A' }, { description: 'Part.' }] }, 'Part.'],
  ['words in a reference', { allOf: [{ $ref: '#/A', description: 'Own.' }] }, 'Own.'],
  [
    'names of values',
    { description: 'One.', enum: [1, 2], 'x-enum-varnames': ['Low', 'High'] },
    'One.\n\n- `1`: Low\n- `2`: High',
  ],
  ['names of values in other words', { enum: [1], 'x-enumNames': ['Low'] }, '- `1`: Low'],
  ['names of values in yet others', { enum: [1], 'x-enum-names': ['Low'] }, '- `1`: Low'],
  ['names that say no more', { enum: ['not-found'], 'x-enum-varnames': ['NOT_FOUND'] }, undefined],
  ['texts of values', { enum: ['a', 'b'], 'x-enum-descriptions': ['First.', ''] }, '- `a`: First.'],
  [
    'texts by value',
    { enum: ['a', 'b'], 'x-enumDescriptions': { a: 'First.', toString: 'x' } },
    '- `a`: First.',
  ],
  [
    'names and texts',
    { enum: ['a'], 'x-enum-varnames': ['Alpha'], 'x-enum-descriptions': ['First\n  one.'] },
    '- `a`: Alpha. First one.',
  ],
  ['texts of null', { enum: [null], 'x-enum-descriptions': ['None.'] }, undefined],
  [
    'texts of a value with a backtick',
    { enum: ['`'], 'x-enum-descriptions': ['Tick.'] },
    "- `'`: Tick.",
  ],
  [
    'constants',
    { oneOf: [{ const: 1, title: 'Low', description: 'Few.' }, { const: 2 }] },
    '- `1`: Low. Few.',
  ],
  [
    'constants beside a plain type',
    {
      anyOf: [
        { const: 'a', title: 'Alpha' },
        { type: 'string', description: 'Others.' },
      ],
    },
    '- `a`: Alpha\n- `string`: Others.',
  ],
  [
    'constants beside an object',
    { oneOf: [{ const: 'a', title: 'Alpha' }, { type: 'object' }] },
    undefined,
  ],
])('%s', (_, schema, doc) => {
  expect(docOf(schema)).toBe(doc)
})

test('other facts', () => {
  const node = nodeOf({
    deprecated: true,
    'x-tagwire-replaced-by': 'b',
    'x-tagwire-source': 'observed',
  })
  expect(describeNode(node)).toEqual({
    source: node.source,
    deprecated: true,
    replacedBy: 'b',
    provenance: 'observed',
  })
  expect(describeNode(nodeOf({}), 'public').provenance).toBe('public')
  expect(describeNode(nodeOf({ 'x-tagwire-source': 'rumour' }))).not.toHaveProperty('provenance')
})

test('a parameter has words of its own, or those of its schema', () => {
  const schema = nodeOf({
    description: 'Schema.',
    deprecated: true,
    enum: [1],
    'x-enum-varnames': ['Low'],
  })
  expect(describeMember(nodeOf({ description: 'Own.' }), schema)).toMatchObject({
    doc: 'Own.\n\n- `1`: Low',
    deprecated: true,
  })
  expect(describeMember(nodeOf({}), schema).doc).toBe('Schema.\n\n- `1`: Low')
  expect(describeMember(nodeOf({ description: 'Own.' }), undefined).doc).toBe('Own.')
})

describe('HTML', () => {
  test.each([
    ['a < b and <T> stay', 'a < b and <T> stay'],
    ['one<br>two<br/>three', 'one\ntwo\nthree'],
    ['<p>One.</p><p>Two.</p>', 'One.\n\nTwo.'],
    ['<ul><li>a</li><li>b</li></ul>c', '- a\n- b\n\nc'],
    ['<ol><li>a</li></ol>c', '- a\n\nc'],
    ['a <b>bold</b> <i>word</i>', 'a bold word'],
    ['<code>a</code> <tt>b</tt> <kbd>c</kbd>', '`a` `b` `c`'],
    ['<h2>Head</h2>Text', 'Head\n\nText'],
    ['<pre>x</pre>y', 'x\n\ny'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', 'a b'],
    ['<div>a</div>b', 'a\nb'],
    ['<a href="https://a.example/x">here</a>', '[here](https://a.example/x)'],
    ['<a href="javascript:x">here</a>', 'here'],
    ['<a name="x">here</a>', 'here'],
    ['`<b>` <b>x</b>', '`<b>` x'],
    [
      '<b>a</b> &amp; &lt;b&gt; &#65; &nosuch; &constructor; &#7; &#1114112;',
      'a & <b> A &nosuch; &constructor; &#7; &#1114112;',
    ],
    ['<b>x</b>\n\n\n\ny', 'x\n\ny'],
  ])('%s', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })
})
