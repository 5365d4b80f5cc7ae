/* What tagwire does with each feature of OpenAPI: a package for each row. UPDATE=1 writes the tables of the page. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pages from '@tagwire/emit-docs/pages'
import { describe, expect, it, test } from 'vitest'
import { generatePackage } from '../../generator/src/pipeline/generate-package.js'
import { type Feature, smallest, type Version, withMore } from './features/feature.js'
import { openapi30 } from './features/openapi-3.0.js'
import { openapi31 } from './features/openapi-3.1.js'
import { openapi32 } from './features/openapi-3.2.js'
import { swagger20 } from './features/swagger-2.0.js'
import { unpadded } from './unpadded.js'

const file = fileURLToPath(new URL('../../docs/features.md', import.meta.url))
const VERSIONS: readonly (readonly [version: Version, features: readonly Feature[]])[] = [
  ['2.0', swagger20],
  ['3.0', openapi30],
  ['3.1', openapi31],
  ['3.2', openapi32],
]

interface Made {
  readonly codes: readonly string[]
  /** Empty if the document is refused. */
  readonly files: ReadonlyMap<string, string>
}

async function made(version: Version, more: object, withPages?: true): Promise<Made> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-features-'))
  try {
    const document = withMore(smallest(version), more)
    writeFileSync(path.join(folder, 'pets.json'), JSON.stringify(document))
    const identity = { name: '@acme/pets', version: '1.0.0', runtime: '^1.0.0' }
    const { files = [], diagnostics } = await generatePackage('pets.json', folder, identity, {
      ...(withPages ? { emitters: [{ emitter: pages, from: '@tagwire/emit-docs/pages' }] } : {}),
    })
    // Its hash of the document always differs.
    const kept = files.filter((each) => each.path !== 'generation.json')
    return {
      codes: diagnostics.map(({ code }) => code),
      files: new Map(kept.map((each) => [each.path, each.text])),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The code without comments. */
function codeOf({ files }: Made): string[] {
  const modules = [...files].filter(([name]) => name.endsWith('.ts'))
  return modules.map(([, text]) => text.replace(/\/\*\*.*?\*\//gs, '').replace(/\s+/g, ' '))
}

describe.each(VERSIONS)('OpenAPI %s', (version, features) => {
  test.each(features)('$feature', async (feature) => {
    const { document, shows = {}, says = [], isText, sameAs, withPages } = feature
    const own = await made(version, document, withPages)
    expect(own.codes).toEqual(says)
    expect(own.files.size).toBeGreaterThan(0)
    for (const [name, text] of Object.entries(shows)) expect(own.files.get(name)).toContain(text)
    const plain = await made(version, sameAs ?? {}, withPages)
    if (sameAs || (says.length === 0 && Object.keys(shows).length === 0)) {
      expect(own.files).toEqual(plain.files)
    } else if (isText) {
      expect(codeOf(own)).toEqual(codeOf(plain))
      expect(own.files).not.toEqual(plain.files)
    } else if (Object.keys(shows).length > 0) {
      // Otherwise the text would prove nothing.
      for (const [name, text] of Object.entries(shows)) {
        expect(plain.files.get(name) ?? '').not.toContain(text)
      }
    }
  })
})

/** What becomes of it, in a word or two. */
function outcome({ says = [], shows, isText }: Feature): string {
  if (says.length > 0) return `warned: ${says.map((code) => `\`${code}\``).join(', ')}`
  if (isText) return 'text'
  return shows ? 'made' : 'no effect'
}

function tables(): string {
  return VERSIONS.map(([version, features]) => {
    const title = version === '2.0' ? 'Swagger 2.0' : `OpenAPI ${version}`
    const rows = features.map((each) => `| ${each.feature} | ${outcome(each)} | ${each.does} |`)
    return `## ${title}\n\n| feature | result | what tagwire does |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  }).join('\n')
}

it('is the page', () => {
  const page = readFileSync(file, 'utf8')
  const written = page.replace(
    /(<!-- features -->\n).*(<!-- end -->)/s,
    (_, begin: string, end: string) => `${begin}\n${tables()}\n${end}`,
  )
  if (process.env.UPDATE) writeFileSync(file, written)
  else expect(unpadded(page)).toBe(unpadded(written))
})
