import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { toolVersion } from '../../pipeline/tool-version.js'
import { harText } from '../../probe/record/har.js'
import { type RecordingProxy, startRecordingProxy } from '../../probe/record/proxy.js'
import { UsageError } from '../command-line.js'
import { createConsole, type OutputFlags } from '../console.js'
import type { Host } from '../host.js'

export interface RecordingRequest {
  /** The output folder. */
  readonly to: string | undefined
  readonly port: string | undefined
  /** The output file. */
  readonly har: string | undefined
}

const DEFAULT_HAR = 'traffic.har'

/**
 * Records the traffic of any client without secrets until it is interrupted. Returns the file, or
 * `undefined` if nothing was recorded.
 */
export async function recordTraffic(
  host: Host,
  request: RecordingRequest,
  flags: OutputFlags,
): Promise<string | undefined> {
  const to = targetOf(request.to)
  const port = portOf(request.port)
  const out = createConsole(host, flags)
  const file = path.resolve(host.cwd, request.har ?? DEFAULT_HAR)
  const proxy = await startRecordingProxy({
    to,
    port,
    onEntry: ({ request: { method, url }, response }) => {
      out.note(`${response.status} ${method} ${new URL(url).pathname}`)
    },
  }).catch((error: unknown) => {
    throw new UsageError(`--port ${port} cannot be used: ${why(error)}.`)
  })
  out.note(
    `Recording http://127.0.0.1:${proxy.port} → ${to.origin}${to.pathname}. Ctrl-C ends it and compares.`,
  )
  await interrupted(host)
  await proxy.close()
  return written(proxy, file, request.har ?? DEFAULT_HAR, out.note)
}

async function written(
  { entries }: RecordingProxy,
  file: string,
  name: string,
  note: (text: string) => void,
): Promise<string | undefined> {
  if (entries.length === 0) {
    note('Nothing was recorded.')
    return undefined
  }
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, harText(entries, toolVersion))
  note(`Wrote ${name}: ${entries.length} exchanges, without anything that looks like a secret.`)
  return file
}

/** Resolves at the first Ctrl-C; the second one ends the program. */
function interrupted({ signals }: Host): Promise<void> {
  return new Promise((resolve) => {
    const release = signals.listen(() => {
      release()
      resolve()
    })
  })
}

function targetOf(text: string | undefined): URL {
  if (text === undefined) throw new UsageError('--record requires --to URL.')
  if (!URL.canParse(text))
    throw new UsageError(`--to must be an address such as https://api.example.com, not "${text}".`)
  const url = new URL(text)
  if (/^(?:https?|wss?):$/.test(url.protocol)) return url
  throw new UsageError('--to must be an http, https, ws or wss address.')
}

function portOf(text: string | undefined): number {
  const port = Number(text ?? '8080')
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new UsageError('--port must be a number from 0 to 65535; 0 means any free port.')
}

function why(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return 'another program is using this port'
  return code === 'EACCES' ? 'this user is not allowed to use this port' : String(error)
}
