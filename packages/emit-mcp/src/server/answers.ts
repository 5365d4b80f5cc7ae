import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Fault } from '../arguments/faults.js'
import { isRecord } from '../arguments/records.js'
import type { McpService } from './service.js'

/** The results of tools. */
export interface Answers {
  readonly of: (value: unknown) => Promise<CallToolResult>
  readonly failure: (error: unknown) => CallToolResult
  /** The call succeeded, but its response cannot be shown. */
  readonly unshown: (error: unknown) => CallToolResult
  readonly faults: (tool: string, faults: readonly Fault[]) => CallToolResult
}

export interface AnswerOptions {
  /** The longest response, in characters. */
  readonly most: number
  readonly redact: (text: string) => string
}

export function answers(service: McpService, { most, redact }: AnswerOptions): Answers {
  const stringify = service.json?.stringify ?? ((value: unknown) => JSON.stringify(value))

  function bounded(
    text: string,
    advice: string,
  ): { readonly text: string; readonly isCut: boolean } {
    const clean = redact(text)
    if (clean.length <= most) return { text: clean, isCut: false }
    const bodies = `[Cut: the first ${most} of ${clean.length} characters. ${advice}]`
    return { text: `${clean.slice(0, most)}\n${bodies}`, isCut: true }
  }

  function wrong(text: string): CallToolResult {
    const { text: said } = bounded(text, 'The rest is left out.')
    return { content: [{ type: 'text', text: said }], isError: true }
  }

  return {
    async of(value) {
      const text = value instanceof Blob ? await blobText(value) : stringify(value)
      if (text === undefined)
        return { content: [{ type: 'text', text: 'Done; the answer is empty.' }] }
      const made = bounded(text, 'Ask for less: narrow the arguments, or read page by page.')
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
  }
}

/** The response as an object, if JavaScript can represent it exactly. */
function structuredOf(value: unknown, text: string): Record<string, unknown> | undefined {
  if (!isRecord(value) || value instanceof Blob) return undefined
  const read: unknown = JSON.parse(text)
  return isRecord(read) && JSON.stringify(read) === text ? { ...read } : undefined
}

async function blobText(blob: Blob): Promise<string> {
  const bytes = Buffer.from(await blob.arrayBuffer())
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
