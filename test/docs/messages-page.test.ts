/* The page of messages quotes what the sources say. UPDATE=1 writes its table of codes. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { catalogue } from '../../generator/src/diagnostics/catalogue.js'
import { unpadded } from './unpadded.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const file = path.join(root, 'docs/use/14-messages.md')
const page = readFileSync(file, 'utf8')

/** The codes that documents and configurations of strangers met most. */
const CODES = [
  'TW1001',
  'TW1002',
  'TW1003',
  'TW1004',
  'TW1006',
  'TW1008',
  'TW1009',
  'TW2001',
  'TW2014',
  'TW3002',
  'TW3003',
  'TW3004',
  'TW4001',
  'TW5001',
  'TW7001',
  'TW7002',
  'TW7003',
  'TW7007',
] as const satisfies readonly (keyof typeof catalogue)[]

function codesTable(): string {
  const rows = CODES.map((code) => {
    const { title, cause, fix } = catalogue[code]
    return `| \`${code}\`: ${[title, cause, fix].join(' | ')} |`
  })
  return ['| message | cause | what to do |', '| --- | --- | --- |', ...rows].join('\n')
}

it('has the commonest codes, in the words of the catalogue', () => {
  const written = page.replace(
    /(<!-- codes -->\n).*(<!-- end -->)/s,
    (_, begin: string, end: string) => `${begin}${codesTable()}\n${end}`,
  )
  if (process.env.UPDATE) writeFileSync(file, written)
  else expect(unpadded(page)).toBe(unpadded(written))
})

it('has at least fifty messages', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  expect(rows.length).toBeGreaterThanOrEqual(50)
})

it('quotes messages that the runtime has', () => {
  const sources = sourcesIn(path.join(root, 'packages/runtime/src'))
  const clients = page.slice(0, page.indexOf('## The command line'))
  const quoted = [...clients.matchAll(/^\| `([^`]+)`/gm)].map(([, message = '']) => message)
  const absent = quoted.flatMap((message) =>
    message
      // Statuses and codes of platforms are not ours.
      .replace(/ENOTFOUND|ECONNREFUSED|^\d{3} /, '…')
      .split('…')
      // What joins two parts stands between literals of the sources.
      .map((part) => part.trim().replace(/^with |[:,]$/g, ''))
      .filter((part) => part !== '' && !sources.includes(part)),
  )
  expect(absent).toEqual([])
})

function sourcesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n')
}
