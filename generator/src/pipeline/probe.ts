import path from 'node:path'
import { createSampleValues, type SamplesOf } from '../compare/schemas/samples/sample-values.js'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import { type Finding, findingOf } from '../diagnostics/finding.js'
import { type Locator, locatorOf } from '../diagnostics/print.js'
import type { Model } from '../model/model.js'
import { hashOf } from '../output/fingerprint.js'
import { createPayloadCheck } from '../probe/check-payload.js'
import { describeMethods, type UndescribedCall } from '../probe/infer/describe-methods.js'
import { describeOperations, type Undescribed } from '../probe/infer/describe-operations.js'
import type { Lesson } from '../probe/lessons.js'
import { type LiveOptions, probeServer } from '../probe/live/live.js'
import { NO_JOURNAL } from '../probe/live/resume.js'
import { cannotBegin, serverOf } from '../probe/live/server.js'
import {
  type Collected,
  createCollector,
  dialectOf,
  type Fix,
  type Mismatch,
} from '../probe/mismatch.js'
import { isConfirmed, type Payload } from '../probe/payload.js'
import { probeSamples } from '../probe/recorded/probe-samples.js'
import type { Document } from '../source/document.js'
import { openJournal } from './probe-journal.js'
import type { ReadOptions } from './read-model.js'
import { readNamedSpec } from './read-named-spec.js'

export interface ProbeOptions
  extends Pick<ReadOptions, 'include' | 'exclude' | 'enums' | 'config'> {
  /** The URL of a live server. */
  readonly url?: string
  /** A folder of recorded payloads, or one file of recorded traffic. */
  readonly samples?: string
  /** Further servers of the document, to which recorded traffic may belong. */
  readonly servers?: readonly string[]
  /** What the document is changed for although it says nothing about a service: `outages`, `content-types`. */
  readonly learn?: readonly Lesson[]
  /** Propose descriptions for operations that were recorded and that the document does not have. */
  readonly addOperations?: boolean
  /** Include values of bodies in reports and in suggested fixes. */
  readonly showValues?: boolean
  /** Also call operations that are not read-only. */
  readonly unsafe?: boolean
  /**
   * Instead of calling operations with their examples, calls each with so many requests made from their schemas, valid
   * and invalid ones.
   */
  readonly cases?: number
  /** Maximum number of calls per second. */
  readonly rate?: number
  /** A file that stores responses, so that an interrupted probe can be resumed. */
  readonly state?: string
  /** Sent with every call; never printed. */
  readonly headers?: Readonly<Record<string, string>>
  /** Timeout of one call. @default 10000 */
  readonly timeoutMs?: number
  /** Also fail on drift, and on errors of the document with only one obvious interpretation. */
  readonly strict?: boolean
  /** Fetch remote references, over https and from public addresses only. */
  readonly allowRemote?: boolean
  /** OpenAPI Overlays that are applied to the document first. */
  readonly overlays?: readonly string[]
  /** Folder that paths are relative to; the working directory by default. */
  readonly cwd?: string
  /** Ends the probe early; the result has what was found so far. */
  readonly signal?: AbortSignal
}

export interface ProbeCounts extends Readonly<Record<Payload['outcome'], number>> {
  readonly payloads: number
  /** Mismatches that are not drift. */
  readonly problems: number
  /** What the document does not describe. */
  readonly drifts: number
}

export interface ProbeResult {
  /** All payloads match the document. */
  readonly ok: boolean
  readonly diagnostics: readonly Finding[]
  /** The probe was ended early. */
  readonly interrupted?: true
  /** The number of calls with responses from an earlier run, which were not repeated. */
  readonly resumed?: number
  readonly counts: ProbeCounts
  readonly payloads: readonly Payload[]
  readonly mismatches: readonly Mismatch[]
  /** Mismatches that break callers come first, then fixes that resolve the most. */
  readonly fixes: readonly Fix[]
}

/** Callbacks for the progress of a probe and for its responses. */
export interface ProbeRun {
  readonly locator: Locator
  readonly diagnostics: readonly Diagnostic[]
  readonly result: ProbeResult
  readonly document: Document
  /** Absent when the document has errors. */
  readonly model?: Model
}

const TIMEOUT_MS = 10_000

/** Compares a document with recorded payloads, a live server, or both. */
export async function probeSpec(
  spec: string,
  options: ProbeOptions & Pick<LiveOptions, 'responses'>,
  onDone: (payload: Payload, done: number, all: number) => void = () => {},
): Promise<ProbeRun> {
  const { cwd = process.cwd(), strict = false, headers = {}, timeoutMs = TIMEOUT_MS } = options
  if (options.url === undefined && options.samples === undefined) {
    throw cannotBegin('there is neither a server URL nor a folder of samples')
  }
  // An invalid URL is reported before anything is read.
  const server = options.url === undefined ? undefined : serverOf(options.url, headers, timeoutMs)
  const { document, model, diagnostics } = await readNamedSpec(spec, cwd, readingOf(options))
  const locator = locatorOf(document)
  const findings = diagnostics.map((each) => findingOf(each, locator))
  if (!model) {
    const result = resultOf(findings, [], { mismatches: [], fixes: [] }, strict)
    return { locator, diagnostics, document, result: { ...result, ok: false } }
  }
  const checkPayload = createPayloadCheck(model)
  const collector = createCollector(document, model, options.showValues, options.learn)
  const undescribed: Undescribed[] = []
  const undescribedCalls: UndescribedCall[] = []
  const { samples, signal = new AbortController().signal } = options
  const recorded =
    samples === undefined
      ? []
      : await probeSamples(path.resolve(cwd, samples), model, checkPayload, collector, signal, {
          ...(options.servers ? { servers: options.servers } : {}),
          onUndescribed: (each) => void undescribed.push(each),
          onUndescribedCall: (each) => void undescribedCalls.push(each),
        })
  const journal =
    server === undefined || options.state === undefined
      ? undefined
      : openJournal(path.resolve(cwd, options.state), journalKey(document, options))
  const called = server
    ? await probeServer(document, model, checkPayload, collector, {
        server,
        signal,
        onDone,
        journal: journal ?? NO_JOURNAL,
        unsafe: options.unsafe === true,
        ...(options.cases === undefined
          ? {}
          : { cases: { cases: options.cases, samplesOf: samplesOf(model) } }),
        ...(options.responses ? { responses: options.responses } : {}),
        ...(options.rate === undefined ? {} : { rate: options.rate }),
      })
    : []
  if (!signal.aborted) journal?.remove()
  const collected = collector.collected()
  const describe = (): Fix[] => [
    ...(model.document.language === 'openapi'
      ? describeOperations(undescribed, document, model, dialectOf(document))
      : []),
    ...describeMethods(undescribedCalls, document, dialectOf(document)),
  ]
  const added = options.addOperations === true ? describe() : []
  const all = withFixes(collected, added)
  const result = resultOf(findings, [...recorded, ...called], all, strict)
  const interrupted = signal.aborted ? { interrupted: true as const, ok: false } : {}
  const resumed = journal?.finished.size ? { resumed: journal.finished.size } : {}
  return {
    locator,
    diagnostics,
    document,
    model,
    result: { ...result, ...resumed, ...interrupted },
  }
}

function samplesOf({ declarations }: Model): SamplesOf {
  return createSampleValues(new Map(declarations.map((each) => [each.name, each])))
}

/** Only the options that affect how the document is read. */
function readingOf(options: ProbeOptions): ReadOptions {
  const { strict = false, allowRemote = false, overlays, include, exclude, enums, config } = options
  return {
    strict,
    allowRemote,
    ...(overlays ? { overlays } : {}),
    ...(include ? { include } : {}),
    ...(exclude ? { exclude } : {}),
    ...(enums ? { enums } : {}),
    ...(config === undefined ? {} : { config }),
  }
}

/** Another document, server or option results in other calls. */
function journalKey(
  document: Document,
  { url = '', unsafe, showValues, cases = 0 }: ProbeOptions,
): string {
  const texts = [...document.files.values()].map((file) => file.text)
  return hashOf(...texts, url, JSON.stringify([unsafe === true, showValues === true, cases]))
}

/** Further fixes, after those of mismatches, which have the indexes. */
function withFixes({ mismatches, fixes }: Collected, more: readonly Fix[]): Collected {
  return { mismatches, fixes: [...fixes, ...more] }
}

function resultOf(
  diagnostics: readonly Finding[],
  payloads: readonly Payload[],
  { mismatches, fixes }: Collected,
  strict: boolean,
): ProbeResult {
  const counts = countsOf(payloads, mismatches)
  const agree = counts.problems === 0 && counts.failed === 0 && (!strict || counts.drifts === 0)
  // If nothing was compared, the document is not confirmed.
  return { ok: agree && isConfirmed(payloads), diagnostics, counts, payloads, mismatches, fixes }
}

function countsOf(payloads: readonly Payload[], mismatches: readonly Mismatch[]): ProbeCounts {
  const count = (outcome: Payload['outcome']): number =>
    payloads.filter((each) => each.outcome === outcome).length
  const drifts = mismatches.filter((each) => each.drift).length
  return {
    payloads: payloads.length,
    pass: count('pass'),
    drift: count('drift'),
    mismatch: count('mismatch'),
    unknown: count('unknown'),
    'left-out': count('left-out'),
    skipped: count('skipped'),
    failed: count('failed'),
    problems: mismatches.length - drifts,
    drifts,
  }
}
