import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Fault } from '../../diagnostics/diagnostic.js'
import { applyFixes } from '../../pipeline/fixes/apply-fixes.js'
import { overlayOf, overlayText } from '../../pipeline/fixes/overlay-text.js'
import { OLDER, writeFixes } from '../../pipeline/fixes/write-fixes.js'
import { packageNamed } from '../../pipeline/locate-spec.js'
import type { ProbeResult } from '../../pipeline/probe.js'
import { probeSpec } from '../../pipeline/probe.js'
import { isLesson, LESSONS, type Lesson } from '../../probe/lessons.js'
import { createCallProgress } from '../call-progress.js'
import { readArguments, readingOf, UsageError } from '../command-line.js'
import { COMMANDS } from '../command-table.js'
import { createConsole, type OutputFlags, showDiagnostics, wantsColor } from '../console.js'
import type { Host } from '../host.js'
import { mismatchesText, payloadsText, probeVerdict } from '../probe-text.js'
import { countText } from '../reports/count-text.js'
import { reportToActions } from '../reports/github-actions.js'
import { probeReport } from '../reports/probe-report.js'
import { headersOf } from '../request-headers.js'
import { type RecordingRequest, recordTraffic } from './record-traffic.js'

/** The conventional exit code of an interrupted program. */
const INTERRUPTED = 130

export async function probeCommand(host: Host, args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, COMMANDS.probe.flags)
  const [spec, ...others] = positionals
  if (spec === undefined || others.length > 0) throw new UsageError('probe requires one document.')
  const { url, header = [] } = values
  const reading = readingOf(values)
  if (url === undefined && values.samples === undefined && values.record !== true) {
    throw new UsageError('probe requires --url, --samples or --record.')
  }
  if (values.record === true && (url !== undefined || values.samples !== undefined)) {
    throw new UsageError('--record cannot be combined with --url or --samples.')
  }
  if (values.cases !== undefined && url === undefined) {
    throw new UsageError('--cases requires --url.')
  }
  if (values.state !== undefined && url === undefined) {
    throw new UsageError('--state requires --url.')
  }
  const timeoutMs =
    values['timeout-ms'] === undefined ? {} : { timeoutMs: Number(values['timeout-ms']) }
  const flags = { json: values.json === true, quiet: values.quiet === true }
  const recorded =
    values.record === true ? await recordTraffic(host, recordingOf(values), flags) : undefined
  if (values.record === true && recorded === undefined) return 1
  const samples = recorded ?? values.samples
  const progress = createCallProgress(host, flags)
  const stop = new AbortController()
  // The second signal ends the program without waiting.
  const release = host.signals.listen(() => {
    release()
    stop.abort()
  })
  try {
    const { locator, diagnostics, document, result } = await probeSpec(
      spec,
      {
        cwd: host.cwd,
        ...(url === undefined ? {} : { url }),
        ...(samples === undefined ? {} : { samples }),
        headers: headersOf(header, host.env),
        ...timeoutMs,
        ...reading,
        addOperations: values['add-operations'] === true,
        learn: lessonsIn(values.learn ?? []),
        servers: serversIn(values),
        ...(values.state === undefined ? {} : { state: values.state }),
        ...(values.rate === undefined ? {} : { rate: rateOf(values.rate) }),
        ...(values.cases === undefined ? {} : { cases: casesOf(values.cases) }),
        unsafe: values.unsafe === true,
        showValues: values['show-values'] === true,
        signal: stop.signal,
      },
      progress.step,
    )
    progress.end()
    // Warnings do not concern the payloads; inspect and generate show them.
    const errors = diagnostics.filter((each) => each.severity === 'error')
    showDiagnostics(host, errors, locator, flags)
    show(host, result, reading.strict, flags)
    reportToActions(host, probeReport(result))
    const out = createConsole(host, flags)
    if (document.inWordsOfFile && (values.overlay !== undefined || values.apply === true)) {
      out.note(`Nothing was written: ${OLDER}.`)
      return 1
    }
    if (values.overlay !== undefined) {
      const { file } = document.root.source
      const overlay = overlayOf(result.fixes, file, document.root.value)
      await writeFile(path.resolve(host.cwd, values.overlay), overlayText(overlay, values.overlay))
      const elsewhere = result.fixes.filter((each) => each.file !== file)
      out.note(`Wrote ${values.overlay}.${notReached(elsewhere)}`)
    }
    if (values.apply === true) {
      const { fixes } = result
      const made = spec.startsWith('package:')
        ? await writeFixes(
            await packageNamed(spec, host.cwd, reading.config),
            fixes,
            document,
            host.cwd,
          )
        : await applyFixes(fixes, host.cwd)
      const { files, applied, left, because = 'run it again' } = made
      const again = left > 0 ? ` ${left} are left: ${because}.` : ''
      out.note(`Made ${countText(applied, 'change')} in ${files.join(', ') || 'no file'}.${again}`)
    }
    if (result.resumed !== undefined) {
      out.note(`${result.resumed} of the calls were answered before, and not made again.`)
    }
    if (result.interrupted) return INTERRUPTED
    return result.ok ? 0 : 1
  } catch (error) {
    progress.end()
    throw mistake(error) ?? error
  } finally {
    release()
  }
}

/** An overlay changes one file of a description, but not the files that it refers to. */
function notReached(fixes: ProbeResult['fixes']): string {
  if (fixes.length === 0) return ''
  const files = [...new Set(fixes.map((each) => each.file))].join(', ')
  const which = fixes.length === 1 ? 'One change is' : `${fixes.length} changes are`
  return ` ${which} of ${files}, which it does not reach; --apply writes them.`
}

/** Traffic that is recorded now belongs to the server that it is forwarded to. */
function serversIn({
  server = [],
  to,
}: {
  readonly server?: readonly string[] | undefined
  readonly to?: string | undefined
}): readonly string[] {
  const wrong = server.find((each) => !URL.canParse(each))
  if (wrong === undefined) return to === undefined ? server : [...server, to]
  throw new UsageError('--server must be a URL, such as https://staging.example.com.')
}

export function lessonsIn(words: readonly string[]): Lesson[] {
  return words.map((word) => {
    if (isLesson(word)) return word
    throw new UsageError(`--learn must be ${LESSONS.join(' or ')}.`)
  })
}

function recordingOf(values: Partial<RecordingRequest>): RecordingRequest {
  const { to, port, har } = values
  return { to, port, har }
}

function casesOf(text: string): number {
  const cases = Number(text)
  if (Number.isInteger(cases) && cases > 0) return cases
  throw new UsageError('--cases must be a number of requests for each operation.')
}

export function rateOf(text: string): number {
  const rate = Number(text)
  if (Number.isFinite(rate) && rate > 0) return rate
  throw new UsageError('--rate must be a number of calls per second.')
}

/** A faulty command line is a usage error, wherever it is detected. */
function mistake(error: unknown): UsageError | undefined {
  const [first] = error instanceof Fault ? error.diagnostics : []
  if (first?.code !== 'TW7003') return undefined
  return new UsageError(`${first.message.charAt(0).toUpperCase()}${first.message.slice(1)}.`)
}

/** With `--quiet`, only shows what makes the command fail. */
function show(host: Host, result: ProbeResult, strict: boolean, flags: OutputFlags): void {
  const out = createConsole(host, flags)
  if (flags.json) {
    out.result(JSON.stringify(result, undefined, 2))
    return
  }
  // Errors of the document were shown already.
  if (
    result.payloads.length === 0 &&
    result.diagnostics.some(({ severity }) => severity === 'error')
  )
    return
  const style = { color: wantsColor(host.stdout, host.env) }
  const parts = [
    payloadsText(result.payloads, flags.quiet),
    mismatchesText(result, { drift: strict || !flags.quiet }, style),
    ...(flags.quiet ? [] : [probeVerdict(result)]),
  ]
  const text = parts.filter((part) => part !== '').join('\n\n')
  if (text !== '') out.result(text)
}
