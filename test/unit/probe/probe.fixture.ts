import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isInexact, isWrong } from '../../../generator/src/check/finding.js'
import type { Model } from '../../../generator/src/model/model.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'
import { createPayloadCheck } from '../../../generator/src/probe/check-payload.js'
import type { PatchStep } from '../../../generator/src/probe/fixes/patch-step.js'
import { type Collected, createCollector } from '../../../generator/src/probe/mismatch.js'
import type { Document } from '../../../generator/src/source/document.js'

const FILE = 'schema.json'

export interface Judged extends Collected {
  /** Valid in tolerant mode: new things do not count. */
  readonly tolerant: boolean
  /** Right to the letter. */
  readonly strict: boolean
}

/** Reads a document, and returns the problems of values for one of its schemas. */
export async function judgeOf(
  document: unknown,
  schema = 'Schema',
): Promise<((value: unknown) => Judged) | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-probe-'))
  try {
    writeFileSync(path.join(folder, FILE), JSON.stringify(document))
    const { document: read, model } = await readModel(FILE, folder)
    return model && judgeIn(read, model, schema)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same for a document that was read already. */
export function judgeIn(
  read: Document,
  model: Model,
  schema = 'Schema',
): (value: unknown) => Judged {
  const judge = createPayloadCheck(model)
  const name = model.declarations.find((each) => each.name === schema)?.name
  return (value) => {
    const last = name ?? model.declarations.at(-1)?.name ?? ''
    const verdict = judge({ kind: 'schema', name: last }, value)
    const findings = 'findings' in verdict ? verdict.findings : []
    // Proposals in full: those that hold names only leave some values to people.
    const collector = createCollector(read, model, true)
    collector.add('value', [], findings)
    return {
      ...collector.collected(),
      tolerant: !findings.some(isWrong),
      strict: !findings.some(isInexact),
    }
  }
}

/** A document with one step after the other of a JSON Patch taken; the document itself stays. */
function patched(document: unknown, steps: readonly PatchStep[]): unknown {
  return steps.reduce((at, step) => take(at, tokensOf(step.path), step), document)
}

function tokensOf(pointer: string): string[] {
  const [, ...tokens] = pointer.split('/')
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function take(at: unknown, [token, ...rest]: readonly string[], step: PatchStep): unknown {
  if (token === undefined) return step.value
  const last = rest.length === 0
  if (Array.isArray(at)) {
    const items: unknown[] = [...at]
    const index = token === '-' ? items.length : Number(token)
    if (!last) items[index] = take(items[index], rest, step)
    else if (step.op === 'add') items.splice(index, 0, step.value)
    else if (step.op === 'remove') items.splice(index, 1)
    else items[index] = step.value
    return items
  }
  if (typeof at !== 'object' || at === null) throw new Error(`nothing stands at ${step.path}`)
  const exists = Object.hasOwn(at, token)
  if (!exists && !(last && step.op === 'add')) throw new Error(`nothing stands at ${step.path}`)
  const others = Object.entries(at).filter(([key]) => key !== token)
  if (last && step.op === 'remove') return Object.fromEntries(others)
  const now = take(Reflect.get(at, token), rest, step)
  return Object.fromEntries([...others, [token, now]])
}

interface Mending {
  readonly schema?: string
  readonly rounds?: number
  /** The document as read before, so that it is not read again. */
  readonly judged?: Judged
}

/** Applies the fixes to a document, one after the other, until a value is valid. */
export async function mended(
  document: unknown,
  value: unknown,
  holds: (judged: Judged) => boolean,
  { schema = 'Schema', rounds = 12, judged }: Mending = {},
): Promise<{ readonly holds: boolean; readonly left: Judged | undefined }> {
  let now = document
  let left = judged
  for (let round = 0; round <= rounds; round++) {
    if (round > 0 || !left) left = (await judgeOf(now, schema))?.(value)
    if (!left || holds(left)) return { holds: left !== undefined, left }
    const [fix] = left.fixes
    if (!fix) break
    now = patched(now, fix.patch)
  }
  return { holds: false, left }
}
