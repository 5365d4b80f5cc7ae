import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Fault } from '../arguments/faults.js'
import { isRecord } from '../arguments/records.js'
import { endOfPart, keptAnswers } from './long-answers.js'
import type { Redact } from './redact.js'
import type { McpService } from './service.js'

/** The results of tools. */
export interface Answers {
  readonly of: (value: unknown) => Promise<CallToolResult>
  readonly failure: (error: unknown) => CallToolResult
  /** The call succeeded, but its response cannot be shown. */
  readonly unshown: (error: unknown) => CallToolResult
  readonly faults: (tool: string, faults: readonly Fault[]) => CallToolResult
  /** A further part of an answer that was cut. */
  readonly more: (name: unknown, from: unknown) => CallToolResult
  /** What the server itself says. */
  readonly told: (text: string) => CallToolResult
}

/** The tool that reads on. */
export const READ_MORE = 'read_more'

export interface AnswerOptions {
  /** The longest response, in characters. */
  readonly most: number
  readonly redact: Redact
}

export function answers(service: McpService, { most, redact }: AnswerOptions): Answers {
  const stringify = service.json?.stringify ?? ((value: unknown) => JSON.stringify(value))
  const kept = keptAnswers(most)

  function bounded(text: string): { readonly text: string; readonly isCut: boolean } {
    const clean = redact.text(text)
    if (clean.length <= most) return { text: clean, isCut: false }
    const end = endOfPart(clean, 0, most)
    const how = `Read on with ${READ_MORE} ${goOn(kept.keep(clean), end)}, or ask for less: narrow the arguments, or read page by page.`
    const note = `[Cut: the first ${end} of ${clean.length} characters. ${how}]`
    return { text: `${clean.slice(0, end)}\n${note}`, isCut: true }
  }

  function more(name: unknown, from: unknown): CallToolResult {
    const isOffset = typeof from === 'number' && Number.isSafeInteger(from) && from >= 0
    if (typeof name !== 'string' || !isOffset) {
      return wrong(
        `${READ_MORE} takes the \`answer\` and \`from\` that the end of a cut answer names.`,
      )
    }
    const part = kept.part(name, from)
    if (!part) return wrong('This answer is not kept any more: call its tool again.')
    const { text, length, next } = part
    if (from >= length) return wrong(`The answer has ${length} characters; there is nothing after.`)
    const note =
      next === undefined
        ? '[This is the end of the answer.]'
        : `[Characters ${from} to ${next} of ${length}. Read on with ${READ_MORE} ${goOn(name, next)}.]`
    return { content: [{ type: 'text', text: `${text}\n${note}` }] }
  }

  function wrong(text: string): CallToolResult {
    return { content: [{ type: 'text', text: bounded(text).text }], isError: true }
  }

  return {
    async of(value) {
      const text = value instanceof Blob ? await blobText(value, redact) : stringify(value)
      if (text === undefined)
        return { content: [{ type: 'text', text: 'Done; the answer is empty.' }] }
      const made = bounded(text)
      const structured = made.isCut ? undefined : structuredOf(value, made.text)
      return {
        content: [{ type: 'text', text: made.text }],
        ...(structured ? { structuredContent: structured } : {}),
      }
    },
    failure: (error) => wrong(failureText(error, stringify)),
    unshown: (error) =>
      wrong(
        `The service has done this. Its answer cannot be shown${error instanceof RangeError ? ': it is nested too deeply' : `: ${String(error)}`}.`,
      ),
    faults: (tool, faults) => wrong(faultsText(tool, faults)),
    more,
    told: (text) => ({ content: [{ type: 'text', text: bounded(text).text }] }),
  }
}

/** The response as an object, if JavaScript can represent it exactly. */
function structuredOf(value: unknown, text: string): Record<string, unknown> | undefined {
  if (!isRecord(value) || value instanceof Blob) return undefined
  try {
    const read: unknown = JSON.parse(text)
    return isRecord(read) && JSON.stringify(read) === text ? { ...read } : undefined
  } catch {
    // A number was masked.
    return undefined
  }
}

/** `{ "answer": "…", "from": 500 }`: the arguments that read on. */
function goOn(answer: string, from: number): string {
  return `{ "answer": ${JSON.stringify(answer)}, "from": ${from} }`
}

async function blobText(blob: Blob, redact: Redact): Promise<string> {
  const bytes = redact.bytes(Buffer.from(await blob.arrayBuffer()))
  const type = blob.type || 'application/octet-stream'
  return /^text\/|json|xml/.test(type)
    ? bytes.toString()
    : `${type}, base64: ${bytes.toString('base64')}`
}

const MAX_PATH = 300

function shown(path: string): string {
  return path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path
}

function faultsText(tool: string, faults: readonly Fault[]): string {
  const lines = faults.map(({ path, text }) =>
    path === '' ? `- the arguments: ${text}` : `- member ${shown(path)}: ${text}`,
  )
  return `Nothing was sent: the arguments do not fit.\n${lines.join('\n')}\nCall ${tool} again with these repaired.`
}

/** What went wrong, in the words of the service if there are any. */
function failureText(error: unknown, stringify: (value: unknown) => string | undefined): string {
  if (!(error instanceof Error)) return `The call failed: ${String(error)}`
  const { name, message } = error
  const bodies = [name === 'ApiError' ? member(error, 'body') : undefined, member(error, 'data')]
  const details = bodies
    .filter((each) => isRecord(each) || Array.isArray(each))
    .map((each) => {
      try {
        return stringify(each)
      } catch {
        return '[What it says besides cannot be shown: it is nested too deeply.]'
      }
    })
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return [`${name}: ${message}${cause}`, ...details].join('\n')
}

function member(value: object, name: string): unknown {
  return name in value ? Reflect.get(value, name) : undefined
}
