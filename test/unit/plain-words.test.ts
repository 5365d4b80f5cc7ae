import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const repository = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Words that a reader would need a glossary for, with the ones that everybody knows. A private word that was
 * replaced once is listed here, so that it does not come back with a merge.
 */
const PLAIN: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b(?:heirs?|withHeirs|tellsHeirs|listsHeirs)\b/i, 'subtype'],
  [/\blistedBases\b/, 'explicitlyListedBases'],
  [/\bmeaningOf\b/, 'inlineShapeOf'],
  [/\bcomesBack\b/, 'inlinesItself'],
  [/\bcheckHonoured\b/, 'warnUnsupportedKeywords'],
  [/\bwithLetters\b/, 'withHashSuffix'],
  [/\b(?:settleNames|settleChanges)\b/, 'resolveNameConflicts, deduplicateChanges'],
  [/\b(?:sentRule|twoSided)\b/, 'toInputRule, inputTypeNames'],
  [/\b(?:unbroken|doubtfulNumbers)\b/, 'deferSignals, unsafeNumbers'],
  [/\b(?:keeper|Seat)\b/, 'resumeCursor, Slot'],
  [/\b(?:inParts|inPlaces|inBodyOnly)\b/, 'placeSimple, placeStyled, placeBody'],
  [/\b(?:told apart|tells? (?:\w+ ){0,3}apart)\b/i, 'distinguished by'],
  [/\bto the letter\b/i, 'exactly, strictly'],
  [/\bfor who\b/i, 'for code that, for callers that'],
  [/\band is none\b/i, 'but is not one'],
  [/\bof its way there\b/i, 'the request half of the descriptor'],
  [/\bits hundred\b/i, 'its range (`4XX`)'],
  [/\bno shape has met\b/i, 'no shape reached'],
  [/\bsay no more than nothing\b/i, 'adds no information'],
  [/\bHolds results to\b/i, 'Validates results'],
  [/\bcannot carry a whole client\b/i, 'for bundles that only need a few calls'],
  [/\bclasses what changed\b/i, 'classifies changes'],
  [/\bsmall world\b/i, 'sample data'],
  [/\bwhat travels\b/i, 'what is sent, the JSON'],
  [/\bdid not exist when this\b/i, 'is newer than this'],
  [
    /\ba kind of (?:tomorrow|a later version)\b/i,
    'a future kind, a kind that is newer than this package',
  ],
  [/\basks for a (?:major|minor|patch) step\b/i, 'a major, minor or patch version bump'],
  [/\bfit but for\b/i, 'fit with'],
  [/\bdo(?:es)? not go together\b/i, 'cannot be combined'],
  [/\b(?:is|are|be) held to\b/i, 'is compared with, is checked against'],
  [/\b(?:is|are|be) handed over\b/i, 'is passed'],
  [/\bstands? (?:beside|behind|elsewhere)\b/i, 'is next to, is after, is elsewhere'],
  [/\bis no (?:integer|number|JSON|URL|object|string|time)\b/, 'is not a number, is not JSON'],
  [/\bwhoever (?:asks|calls|goes on|looks)\b/i, 'callers that, users who'],
  [/\bcirclesIn\b|\bcircles? of (?:imports|references|types)\b/, 'cycle'],
  [/\b(?:questionOf|schemesTaken|holdings)\b/, 'cachedPredicate, acceptedSchemes, containerKinds'],
  [/\bleads? nowhere\b/, 'cannot be resolved, does not exist'],
  [/\bwithout a word\b/, 'silently'],
  [/\btext for people\b/i, 'human-readable text'],
  [/\bcounted from [01]\b/, 'starting at 0 or 1'],
  [
    /\b(?:unlike its neighbours|lower-case twins?|in form only)\b/,
    'the other properties, lower-case variants, only in formatting',
  ],
  [/\b(?:misspelt|somebody else)\b/, 'misspelled, someone else'],
  [/\bby turns\b|\ba home for\b|\bwhat is behind\b/i, 'alternating, a place for, what it means'],
  [/\bmisfits?\b|\brehears/i, 'mismatch, warm up'],
  [/\b(?:kinds?|keys?|one|tag) of tomorrow\b/i, 'future, unknown, newer than this version'],
  [
    /\bwhoever\b|\bis (?:begun|made|written|asked) anew\b|\bwas begun anew\b/i,
    'callers that, again',
  ],
  [
    /\b(?:demandsOf|answerRule|writeNews|createJudge)\b/,
    'constraintsOf, responseRule, writeReleaseNote',
  ],
]

/** Where readers meet words: sources, texts for people, and the descriptions of both services. */
const FOLDERS = [
  'generator/src',
  'generator/assets',
  'packages/runtime/src',
  'packages/emit-docs/src',
  'packages/emit-mcp/src',
  'packages/emit-msw/src',
  'packages/emit-query/src',
  'packages/emit-server/src',
  'packages/emit-zod/src',
  'packages/routing-sandbox/src',
  'docs',
  'examples',
  'spec',
]
const FILES = ['README.md', 'CONTRIBUTING.md', 'generator/README.md']
const TEXTS = /\.(?:ts|mjs|md|hbs|json|yaml)$/

/** The names of before, kept for generated code that has them. */
const KEPT = /@deprecated|^\s*place\w+ as in\w+,$/

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => TEXTS.test(file) && !/(?:^|[\\/])(?:dist|node_modules)[\\/]/.test(file))
    .map((file) => path.join(folder, file))
}

test('no private word is left where a plain one was found', () => {
  const files = [...FILES, ...FOLDERS.flatMap(filesBelow)]
  expect(files.length).toBeGreaterThan(600)
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(repository, file), 'utf8')
    // None of the words goes over the end of a line, and hardly a file has one.
    const there = PLAIN.filter(([word]) => word.test(text))
    if (there.length === 0) return []
    return text.split('\n').flatMap((line, index) => {
      const wrong = there.find(([word]) => word.test(line) && !KEPT.test(line))
      return wrong
        ? [`${file}:${index + 1}: instead of ${wrong[0].exec(line)?.[0]}: ${wrong[1]}`]
        : []
    })
  })
  expect(found).toEqual([])
})
