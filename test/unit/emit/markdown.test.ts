import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import { cell, code, paragraph } from '../../../generator/src/emit/readme/markdown.js'
import { patienceMs, runs } from '../../property/length.js'

// What a text of a document does to a README is judged by a published parser of GitHub's Markdown.

function parse(markdown: string): Nodes {
  const extensions = [gfm()]
  return fromMarkdown(markdown, { extensions, mdastExtensions: [gfmFromMarkdown()] })
}

/** Every Markdown node from a text of a document, with those that are not allowed. */
function nodesIn(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesIn) : [])]
}

const HARMLESS = new Set(
  'root paragraph text emphasis strong delete inlineCode break list listItem link'.split(' '),
)

function faultsIn(node: Nodes, allowed: ReadonlySet<string> = HARMLESS): string[] {
  return nodesIn(node).flatMap((each) => {
    if (!allowed.has(each.type)) return [each.type]
    if (each.type !== 'link') return []
    return /^(?:https?:\/\/|mailto:)/.test(each.url) ? [] : [`a link to ${each.url}`]
  })
}

const TABLE = new Set([...HARMLESS, 'table', 'tableRow', 'tableCell'])

/** The rows of a table with the text in its middle; one that breaks out changes their number. */
function inTable(text: string): { readonly faults: string[]; readonly shape: number[] } {
  const tree = parse(`| a | b |\n| - | - |\n| x | ${text} |\n| y | z |\n`)
  const table = 'children' in tree ? tree.children[0] : undefined
  const shape = table?.type === 'table' ? table.children.map((row) => row.children.length) : []
  return { faults: faultsIn(tree, TABLE), shape }
}

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '``<b>`',
  '`` ` `<img src=x>`',
  'a `b`` <i>c</i> `` d`',
  '`<b>\n`',
  '\\`<b>\\`',
  '\\\\`<b>x</b>`',
  '`a\\`<img src=x>`',
  'https://a.example```<b>```',
  'www.a.example`<img src=x>`',
  '[x](javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](\tjavascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html,a)',
  '[x](//evil.example)',
  '[x][1]\n\n[1]: javascript:alert(1)',
  '[1]: javascript:alert(1)\n\n[1]',
  '[x]\n\n[x]: https://evil.example "t"',
  '![x](https://evil.example/a.png)',
  '!\\[x](https://evil.example/a.png)',
  '![x][1]\n\n[1]: https://evil.example/a.png',
  '[![x](https://evil.example/a.png)](https://evil.example)',
  '[`](https://a.example)<b>`',
  '<https://a.example>',
  '<javascript:alert(1)>',
  '# a heading',
  'a heading\n===',
  'a heading\n-',
  '- # a heading',
  '- > quoted',
  '1. ~~~\n   code',
  '> quoted',
  '***',
  '- - -',
  '```\ncode\n```',
  '~~~\ncode\n~~~',
  '    code by indentation',
  '| a | b |\n| - | - |\n| c | d |',
  'a | b\n--|--\nc | d',
  '`\n:-',
  'a\n-:',
  'a\n:-:',
  '- a\n- :--',
  '[^1]\n\n[^1]: a note',
  '<!-- a comment',
  '<![CDATA[ a',
  '<?php a',
  '&lt;b&gt; &#60;i&#62;',
  '\u202egnp.exe',
  'a\u2028# b',
  '[x](https://a.example/&lpar;)',
  '[x](https://a.example" onclick="a)',
  'a\\',
  'https://a.example\\<b>',
]

describe('payloads', () => {
  test.each(payloads)('%j is text in a paragraph', (payload) => {
    expect(faultsIn(parse(paragraph(payload)))).toEqual([])
    expect(faultsIn(parse(`before\n${paragraph(payload)}\nafter`))).toEqual([])
    expect(paragraph(payload)).not.toMatch(/[\u2028\u202e]/)
  })

  test.each(payloads)('%j is text in a cell', (payload) => {
    expect(inTable(cell(payload))).toEqual({ faults: [], shape: [2, 2, 2] })
    expect(inTable(`\`${code(payload)}\``)).toEqual({ faults: [], shape: [2, 2, 2] })
  })
})

const mark = fc.constantFrom(
  ...'`~<>[]()!#*_-+=|\\&;:"/ \n'.split(''),
  '``',
  '```',
  'a',
  'b1.',
  '](',
  'https://a.example',
  'javascript:',
  '<b>',
  '\r',
  '\t',
)

test('no text of marks is more than text', { timeout: patienceMs }, () => {
  fc.assert(
    fc.property(fc.array(mark, { maxLength: 24 }), (marks) => {
      const text = marks.join('')
      expect(faultsIn(parse(paragraph(text)))).toEqual([])
      expect(inTable(cell(text))).toEqual({ faults: [], shape: [2, 2, 2] })
      expect(inTable(`\`${code(text)}\``)).toEqual({ faults: [], shape: [2, 2, 2] })
    }),
    runs(500, 3),
  )
})

test('the markup of a description is kept', () => {
  const text =
    'A **route** has `operations`, see [the docs](https://a.example/b?c=1&d=2):\n\n- one\n- two'
  expect(paragraph(text)).toBe(text.replace('&d', '&amp;d'))
  const link = nodesIn(parse(paragraph(text))).find((each) => each.type === 'link')
  expect(link).toMatchObject({ url: 'https://a.example/b?c=1&d=2' })
  expect(paragraph('a `b\nc` d')).toBe('a `b c` d')
  expect(cell('a | b\n`c|d`')).toBe('a \\| b `c\\|d`')
})
