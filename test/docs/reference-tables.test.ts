/* Tables that a person wrote by hand list what the code has: every option, and every `x-tagwire-` word. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkConfig } from '../../generator/src/config/check-config.js'
import { Fault } from '../../generator/src/diagnostics/diagnostic.js'

function read(file: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8')
}

/** The first cell of every row, where it is code. */
function firstCells(text: string): string[] {
  return [...text.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, cell = '']) => cell)
}

/** What the reader of a configuration says that there is. */
function knownOptions(): string[] {
  try {
    checkConfig({ packages: { api: { misspelt: 1 } } }, 'tagwire.config.ts')
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const list = /Known are (.+)\.$/.exec(error.diagnostics[0]?.help ?? '')?.[1]
    if (list !== undefined) return list.split(', ')
  }
  throw new Error('an unknown option is not refused with the list of known ones')
}

it('docs/configuration.md has every option, and no other', () => {
  expect(firstCells(read('docs/configuration.md')).sort()).toEqual(knownOptions().sort())
})

describe('docs/extensions.md', () => {
  const page = read('docs/extensions.md')
  const vocabulary: { $id: string; $defs: Record<string, object> } = JSON.parse(
    read('spec/vocabulary.schema.json'),
  )
  const words = Object.keys(vocabulary.$defs).filter((name) => name.startsWith('x-tagwire-'))

  it('has every word, and no other', () => {
    expect(firstCells(page).sort()).toEqual(words.sort())
  })

  it('has examples that match the vocabulary', () => {
    const ajv = new Ajv2020({ strict: false }).addSchema(vocabulary)
    const used: string[] = []
    const check = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, inside] of Object.entries(value)) {
        if (key.startsWith('x-tagwire-')) {
          used.push(key)
          ajv.validate(`${vocabulary.$id}#/$defs/${key}`, inside)
          expect(ajv.errors, key).toBeNull()
        }
        check(inside)
      }
    }
    for (const [, block = ''] of page.matchAll(/^```yaml\n(.*?)^```$/gms)) check(parse(block))
    expect(new Set(used).size).toBeGreaterThan(8)
  })
})
