import { createHash } from 'node:crypto'
import type { Report, ReportEntry } from './report.js'
import { type RuleText, ruleText } from './rule-texts.js'

/**
 * SARIF 2.1.0, the format of code scanning. Everything is one run: GitHub refuses files with more than twenty, and
 * a repository may have hundreds of packages.
 */
export function sarifText(reports: readonly Report[], version: string): string {
  const all = reports.flatMap(({ name, entries }) => entries.map((entry) => ({ name, entry })))
  // The most severe ones are kept if there are more than GitHub shows.
  const kept =
    all.length <= MAX_RESULTS
      ? all
      : all.toSorted((left, right) => rank(left.entry) - rank(right.entry)).slice(0, MAX_RESULTS)
  const ids = [...new Set(kept.map(({ entry }) => entry.rule))]
  const seen = new Map<string, number>()
  const run = {
    tool: {
      driver: {
        name: 'tagwire',
        version,
        informationUri: SITE,
        rules: ids.map((id) => descriptorOf(id, ruleText(id))),
      },
    },
    // Runs of several jobs of one commit do not replace each other.
    automationDetails: { id: 'tagwire/' },
    results: kept.map(({ name, entry }) => resultOf(name, entry, ids.indexOf(entry.rule), seen)),
  }
  const $schema = 'https://json.schemastore.org/sarif-2.1.0.json'
  return JSON.stringify({ $schema, version: '2.1.0', runs: [run] }, undefined, 2)
}

/** Limits of GitHub: it shows 5,000 of at most 25,000 results, and 20 tags of each. */
const MAX_RESULTS = 5000
const MAX_TAGS = 20
/** A message longer than this is cut in every viewer. */
const LONGEST = 1024

const SITE = 'https://github.com/tagwire/tagwire'
const RANKS = { error: 0, warning: 1, note: 2 } as const

function rank({ level }: ReportEntry): number {
  return RANKS[level]
}

function descriptorOf(id: string, { title, text, page }: RuleText): object {
  const helpUri = `${SITE}/blob/main/${page}`
  return {
    id,
    name: id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: sentence(title) },
    fullDescription: { text: sentence(text) },
    helpUri,
    help: {
      text: `${sentence(text)} See ${helpUri}`,
      markdown: `${sentence(text)} [More](${helpUri})`,
    },
  }
}

function sentence(text: string): string {
  const whole = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}

function resultOf(
  name: string,
  entry: ReportEntry,
  ruleIndex: number,
  seen: Map<string, number>,
): object {
  const { level, rule, message, tags = [] } = entry
  const { file, line = 1, column = 1 } = entry.near ?? entry
  // Without a place, a message says which step it is of.
  const whole = file === undefined ? `${name}: ${message}` : message
  const text = whole.length > LONGEST ? `${whole.slice(0, LONGEST - 1)}…` : whole
  const own = fingerprint([name, rule, file ?? '', message], seen)
  const properties = {
    step: name,
    ...(tags.length > 0 ? { tags: tags.slice(0, MAX_TAGS) } : {}),
  }
  const result = {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text },
    // The first one is the only one that GitHub reads.
    partialFingerprints: { primaryLocationLineHash: own, 'tagwire/v1': own },
    properties,
  }
  if (file === undefined) return result
  const physicalLocation = {
    artifactLocation: locationOf(file),
    region: { startLine: line, startColumn: column },
  }
  return { ...result, locations: [{ physicalLocation }] }
}

/** A path below the root of the repository, or an address. */
function locationOf(file: string): object {
  const uri = encodeURI(file).replaceAll(/[?#]/g, encodeURIComponent)
  return /^https?:/i.test(file) ? { uri } : { uri, uriBaseId: '%SRCROOT%' }
}

/** What makes a finding the same one tomorrow: not its line, which moves, but what it says. */
function fingerprint(parts: readonly string[], seen: Map<string, number>): string {
  const key = createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)
  const count = (seen.get(key) ?? 0) + 1
  seen.set(key, count)
  return `${key}:${count}`
}
