import { expect, test } from 'vitest'
import type { Tag } from '../../../generator/src/model/model.js'
import type { Operation } from '../../../generator/src/model/operations/operation.js'
import {
  badgesOf,
  type TagGroup,
  tagTree,
} from '../../../generator/src/model/operations/tag-tree.js'

/** The tree of tags of OpenAPI 3.2. */

function operation(name: string, ...tags: string[]): Operation {
  return {
    name,
    id: name,
    binding: { kind: 'http', method: 'GET', path: `/${name}` },
    tags,
    safe: true,
    idempotent: true,
    input: { parameters: [] },
    outputs: [],
    failures: [],
    extensions: {},
    source: { file: 'a.yaml', pointer: '' },
  }
}

function shown(groups: readonly TagGroup[]): unknown {
  return groups.map(({ title, operations, groups: below }) => [
    title,
    ...operations.map(({ name }) => name),
    ...(below.length > 0 ? [shown(below)] : []),
  ])
}

const tags: readonly Tag[] = [
  { name: 'b', parent: 'a' },
  { name: 'a', summary: 'All' },
  { name: 'empty' },
  { name: 'new', summary: 'New', kind: 'badge' },
  { name: 'partners', kind: 'audience' },
  { name: 'x', parent: 'y' },
  { name: 'y', parent: 'x' },
  { name: 'lost', parent: 'nowhere' },
]

test('operations are under their first tag for navigation, in the order of the document', () => {
  const operations = [
    operation('one', 'new', 'b'),
    operation('two', 'a', 'b'),
    operation('three', 'partners'),
    operation('four'),
    operation('five', 'lost'),
    operation('six', 'undescribed'),
  ]
  const { groups, others } = tagTree({ tags, operations })
  expect(shown(groups)).toEqual([
    ['All', 'two', [['b', 'one']]],
    ['lost', 'five'],
    ['undescribed', 'six'],
  ])
  expect(others.map(({ name }) => name)).toEqual(['three', 'four'])
  expect(operations.map((each) => badgesOf(tags, each))).toEqual([['New'], [], [], [], [], []])
})

test('nothing is lost in a circle of parents', () => {
  const { groups } = tagTree({ tags, operations: [operation('one', 'x'), operation('two', 'y')] })
  const flat = (each: TagGroup): string[] => [
    ...each.operations.map(({ name }) => name),
    ...each.groups.flatMap(flat),
  ]
  expect(groups.flatMap(flat)).toEqual(['one', 'two'])
})
