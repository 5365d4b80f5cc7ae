import type { InputType, InputTypes } from '../arguments/input.js'
import { type Action, actionsOf, likeness, wordsOf } from './search-words.js'
import type { ToolSource } from './tools.js'

/** Finds tools by what an agent wants to do. */
export type Search = (query: string, most: number) => readonly ToolSource[]

/** How much a word counts, by where it is. */
const WEIGHTS = {
  name: 3,
  title: 3,
  path: 1.5,
  last: 1,
  tags: 1,
  description: 0.7,
  values: 1,
  members: 0.5,
  docs: 0.2,
}

const CHANGES: ReadonlySet<Action> = new Set<Action>(['create', 'update'])

interface Entry {
  readonly source: ToolSource
  /** By its method, and by the words of its name. */
  readonly actions: ReadonlySet<Action>
  readonly words: ReadonlyMap<string, number>
  /** The words of its name and title: long ones say more than was asked for. */
  readonly length: number
}

/** A word beside the others in long texts says less. */
const LENGTH_COUNTS = 0.35
/** How much an action counts whose word is nowhere in the texts. */
const AN_ACTION = 0.5
/** What else would be done is not what was asked for. */
const OTHER_ACTION = 0.6
const DEPRECATED = 0.5

export function createSearch(sources: readonly ToolSource[], types: InputTypes): Search {
  const entries = sources.map((source) => entryOf(source, types))
  const known = new Map<string, number>()
  for (const { words } of entries)
    for (const word of words.keys()) known.set(word, (known.get(word) ?? 0) + 1)
  const average = entries.reduce((sum, { length }) => sum + length, 0) / (entries.length || 1)

  /** A word that few tools have says more. */
  const rarity = (word: string): number =>
    Math.log(1 + entries.length / ((known.get(word) ?? 0) + 0.5))

  return (query, most) => {
    const asked = [...new Set(wordsOf(withoutQuotes(query)))]
    const wanted = asked.map((word) => {
      const similar = [...known.keys()].flatMap((each) => {
        const fits = likeness(word, each)
        return fits > 0 ? [[each, fits] as const] : []
      })
      const [best = 0] = similar.map(([each, fits]) => rarity(each) * fits).sort((a, b) => b - a)
      return { similar, best, actions: actionsOf(word) }
    })
    // Who tells an agent to do something, and names no usual action, wants something to change.
    const named = new Set(wanted.flatMap(({ actions }) => actions))
    const meant: ReadonlySet<Action> = named.size > 0 ? named : CHANGES
    const scored = entries.map((entry) => {
      let score = 0
      let covered = 0
      let total = 0
      for (const { similar, best, actions } of wanted) {
        const own = Math.max(
          0,
          ...similar.map(([each, fits]) => fits * rarity(each) * (entry.words.get(each) ?? 0)),
        )
        const acts = actions.some((action) => entry.actions.has(action))
        total += best
        covered += own > 0 || acts ? best : 0
        score += acts ? Math.max(own, best * AN_ACTION) : own
      }
      const length = 1 - LENGTH_COUNTS + LENGTH_COUNTS * (entry.length / average)
      const isMeant = [...entry.actions].some((action) => meant.has(action))
      const weight = isMeant ? 1 : OTHER_ACTION
      const isOld = entry.source.description.startsWith('Deprecated.')
      const share = total === 0 ? 0 : covered / total
      return { entry, score: ((score * weight * share) / length) * (isOld ? DEPRECATED : 1) }
    })
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, most)
      .map(({ entry }) => entry.source)
  }
}

/** The title of the issue is no word of the document. */
function withoutQuotes(query: string): string {
  const without = query.replace(/"[^"]*"|“[^”]*”|(?<!\w)'[^']*'(?!\w)/g, ' ')
  return wordsOf(without).length > 0 ? without : query
}

function entryOf(source: ToolSource, types: InputTypes): Entry {
  const { name, title = '', path = '', tags = [], description, input } = source
  const inside = input ? namesIn(input, types) : { members: [], values: [], docs: [] }
  const texts: readonly (readonly [text: string, weight: number])[] = [
    [name, WEIGHTS.name],
    [title, WEIGHTS.title],
    [path, WEIGHTS.path],
    [lastSegment(path), WEIGHTS.last],
    [tags.join(' '), WEIGHTS.tags],
    [description, WEIGHTS.description],
    [inside.members.join(' '), WEIGHTS.members],
    [inside.values.join(' '), WEIGHTS.values],
    [inside.docs.join(' '), WEIGHTS.docs],
  ]
  const words = new Map<string, number>()
  for (const [text, weight] of texts) {
    for (const word of new Set(wordsOf(text))) words.set(word, (words.get(word) ?? 0) + weight)
  }
  // Words in several places say the same again.
  for (const [word, weight] of words) words.set(word, Math.sqrt(weight))
  const length = new Set([...wordsOf(name), ...wordsOf(title)]).size
  const actions = new Set([actionOf(source), ...wordsOf(name).slice(0, 2).flatMap(actionsOf)])
  return { source, actions, words, length }
}

/** What a path is about: `comments` of `GET /issues/{id}/comments`. */
function lastSegment(path: string): string {
  return (
    path
      .split('/')
      .filter((segment) => !segment.includes('{'))
      .at(-1) ?? ''
  )
}

function actionOf({ path = '', safe, idempotent }: ToolSource): Action {
  const [, method = '', address = ''] = /^(\w+) (\S+)/.exec(path) ?? []
  if (method === 'DELETE') return 'delete'
  if (method === 'PUT' || method === 'PATCH') return 'update'
  if (safe) return address.endsWith('}') ? 'read' : 'list'
  return idempotent ? 'update' : 'create'
}

const DEEPEST = 2

interface Inside {
  readonly members: readonly string[]
  readonly values: readonly string[]
  readonly docs: readonly string[]
}

/** The names of members, their comments, and the listed values of an input. */
function namesIn(input: InputType, types: InputTypes, depth = 0): Inside {
  const join = (parts: readonly InputType[], more = 0) => {
    const found = parts.map((part) => namesIn(part, types, depth + more))
    return {
      members: found.flatMap(({ members }) => members),
      values: found.flatMap(({ values }) => values),
      docs: found.flatMap(({ docs }) => docs),
    }
  }
  if (depth > DEEPEST) return join([])
  switch (input.kind) {
    case 'enum':
      return { members: [], values: input.values.map(String), docs: [] }
    case 'named': {
      const type = Object.hasOwn(types, input.name) ? types[input.name] : undefined
      return join(type ? [type] : [], 1)
    }
    case 'nullable':
      return join([input.type])
    case 'list':
      return join([input.items])
    case 'all':
      return join(input.parts)
    case 'record': {
      const inside = join(
        input.members.map(({ type }) => type),
        1,
      )
      return {
        ...inside,
        members: [...input.members.map(({ name }) => name), ...inside.members],
        docs: [...input.members.flatMap(({ doc = [] }) => doc), ...inside.docs],
      }
    }
    case 'union': {
      const inside = join(
        input.cases.flatMap(({ payload }) => (payload ? [payload] : [])),
        1,
      )
      return { ...inside, values: [...input.cases.map(({ tag }) => tag), ...inside.values] }
    }
    case 'scalar':
    case 'json':
    case 'tuple':
    case 'map':
      return join([])
  }
}
