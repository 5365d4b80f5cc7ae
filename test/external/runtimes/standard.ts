import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Places, Row, Table } from './hosts/host.js'

/** The expected outcome of every situation, by part: `standard.txt`, one line each. */
export type Standard = ReadonlyMap<Places['part'], Table>

const file = path.resolve('test/external/runtimes/standard.txt')

export async function readStandard(): Promise<Standard> {
  const standard = new Map<Places['part'], Record<string, Row>>()
  for (const line of (await readFile(file, 'utf8')).trim().split('\n')) {
    const [, part, title, row] =
      /^(routing|faults|shared|execution|node): (.+?) → (.+)$/.exec(line) ?? []
    if (!isPart(part) || !title || !row) throw new Error(`standard.txt: ${line}`)
    const table = standard.get(part) ?? {}
    table[title] = JSON.parse(row)
    standard.set(part, table)
  }
  return standard
}

/** What Node has found becomes the standard: to be read before it is committed. */
export async function writeStandard(tables: Standard): Promise<void> {
  const lines = [...tables].flatMap(([part, table]) =>
    Object.entries(table).map(([title, row]) => `${part}: ${title} → ${JSON.stringify(row)}\n`),
  )
  await writeFile(file, lines.join(''))
}

function isPart(text: string | undefined): text is Places['part'] {
  return text !== undefined && ['routing', 'faults', 'shared', 'execution', 'node'].includes(text)
}
