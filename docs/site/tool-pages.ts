import type { ChangeClass } from '../../generator/src/compare/schemas/rules.js'
import { catalogue } from '../../generator/src/diagnostics/catalogue.js'
import type { Page } from './page.js'
import { oasdiffText, type RuleExample } from './rule-examples.js'

const GROUPS: Readonly<Record<string, string>> = {
  1: 'Reading a document',
  2: 'Schemas',
  3: 'Unions',
  4: 'Names',
  5: 'Operations',
  6: 'x-tagwire extensions',
  7: 'Configuration',
  8: 'Overlays and selections',
  9: 'Bugs in tagwire',
}

/** A page for each code that a command can print. */
export function diagnosticPages(): Page[] {
  const entries = Object.entries(catalogue).sort(([left], [right]) => left.localeCompare(right))
  const pages = entries.map(([code, { title, cause, fix }]): Page => {
    const group = GROUPS[code.charAt(2)] ?? ''
    return {
      path: `codes/${code}`,
      kind: 'diagnostic',
      title: code,
      summary: title,
      body: `**${title.charAt(0).toUpperCase()}${title.slice(1)}.**\n\nGroup: [${group}](/codes/index.md#${group.toLowerCase().replaceAll(' ', '-')}).\n\n## Cause\n\n${cause}\n\n## Fix\n\n${fix}`,
    }
  })
  const lists = Object.entries(GROUPS).map(([digit, group]) => {
    const rows = pages.filter(({ title }) => title.startsWith(`TW${digit}`)).map(row)
    return `## ${group}\n\n${rows.join('\n')}`
  })
  const index: Page = {
    path: 'codes/index',
    kind: 'guide',
    title: 'Diagnostic codes',
    summary: 'The meaning, cause and fix of each code that tagwire prints.',
    body: `Codes never change their meaning.\n\n${lists.join('\n\n')}`,
  }
  return [index, ...pages]
}

const MEANS: Readonly<Record<ChangeClass, string>> = {
  breaking: 'an existing program may fail, or its source may not compile',
  additive: 'existing programs keep working, and their source compiles',
  docs: 'no effect on programs',
}

const OLD_SERVERS =
  'If callers receive it, it has the note `old-servers`: the new package rejects responses of servers that still follow the old document. `--breaking old-servers` makes it breaking.'

/** A page for each rule of `tagwire diff`. */
export function changePages(examples: readonly RuleExample[]): Page[] {
  const pages = examples.map(({ kind, rule, before, after, oasdiff }): Page => {
    const { sent, received, says, step, promisesMore } = rule
    const notes = [
      ...(step ? [`Recommended version bump: **${step}**.`] : []),
      ...(promisesMore ? [OLD_SERVERS] : []),
    ]
    const rows =
      sent === received
        ? [`| anywhere | **${sent}** | ${MEANS[sent]} |`]
        : [
            `| in what callers send | **${sent}** | ${MEANS[sent]} |`,
            `| in what callers receive | **${received}** | ${MEANS[received]} |`,
          ]
    return {
      path: `changes/${kind}`,
      kind: 'change',
      title: kind,
      summary: says,
      body: `${says.charAt(0).toUpperCase()}${says.slice(1)}.

| where | class | which means |
|---|---|---|
${rows.join('\n')}

${notes.map((note) => `${note}\n\n`).join('')}A type that is both sent and received has the worse class. \`tagwire diff OLD NEW\` prints it with its place;
an intended breaking change can be [accepted in a list](/guides/in-ci.md).

## Example

The old document:

\`\`\`yaml
${before.trim()}
\`\`\`

The new one:

\`\`\`yaml
${after.trim()}
\`\`\`

oasdiff says of the same pair: ${oasdiffText(oasdiff)}.${oasdiff.why ? ` ${oasdiff.why}` : ''}`,
    }
  })
  const lists = Object.entries(CHANGED).map(([group, begins]) => {
    const rows = pages.filter(({ title }) => begins.test(title)).map(row)
    return `## ${group}\n\n${rows.join('\n')}`
  })
  const index: Page = {
    path: 'changes/index',
    kind: 'guide',
    title: 'Rules of diff',
    summary: 'How tagwire diff classifies each change of a document.',
    body: `\`tagwire diff OLD NEW\` classifies each change as breaking, additive or docs. [All rules in one table](/guides/rules.md).\n\n${lists.join('\n\n')}`,
  }
  return [index, ...pages]
}

/** The rules by what changed, each in one group. */
const CHANGED: Readonly<Record<string, RegExp>> = {
  'Operations and webhooks': /^(?:operation|webhook|direction|retry|(?:un)?deprecated|docs)/,
  'Servers and credentials': /^(?:server|credential|security)/,
  'Parameters and headers': /^(?:parameter|argument|header|optional-header|encoding)/,
  'Bodies, successes and failures': /^(?:media-type|success|failure|error)/,
  Types: /^(?:type|member|null|format|tagging|variant)/,
  Fields: /^(?:field|required-field|extra-keys|default)/,
  'Values and limits': /^(?:value|closed-value|bound|assertion|condition|word)/,
}

function row({ path, title, summary }: Page): string {
  return `- [\`${title}\`](/${path}.md): ${summary}`
}
