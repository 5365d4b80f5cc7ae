import { describe, expect, test } from 'vitest'
import { compareReadings, diffResultOf } from '../../../generator/src/pipeline/diff.js'
import { readTexts } from '../compare/compare.fixture.js'

/** A document without errors; each row below breaks it at one place, and is repaired by it. */
const GOOD = `openapi: 3.1.0
info:
  title: Orders
  version: '1'
paths:
  /orders:
    get:
      operationId: listOrders
      parameters:
        - name: limit
          in: query
          schema:
            type: integer
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: array
                items:
                  $ref: '#/components/schemas/Order'
    post:
      operationId: createOrder
      requestBody:
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/NewOrder'
      responses:
        '201':
          description: ok
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Order'
components:
  schemas:
    Order:
      type: object
      required: [id]
      properties:
        id:
          type: string
        state:
          $ref: '#/components/schemas/State'
    NewOrder:
      type: object
      properties:
        amount:
          type: integer
    State:
      type: string
      enum: [open, closed]
`
/** The same with a change that breaks, far from what is repaired. */
const BREAKING = replaced(
  '          in: query\n',
  '          in: query\n          required: true\n',
)

function replaced(old: string, now: string): string {
  if (!GOOD.includes(old)) throw new Error(`not in the document: ${old}`)
  return GOOD.replace(old, now)
}

const STATE = '      type: string\n      enum: [open, closed]\n'
const AMOUNT = '        amount:\n          type: integer\n'
const NEW_ORDER = '    NewOrder:\n      type: object\n'
const REFERENCE = "        state:\n          $ref: '#/components/schemas/State'\n"

async function compared(old: string, now: string) {
  const [before, after] = await readTexts(old, now)
  return compareReadings({ old: before, new: after })
}

type Row = readonly [what: string, broken: string, said: RegExp]

const PARTLY: readonly Row[] = [
  ['a type of no language', replaced(AMOUNT, AMOUNT.replace('integer', 'int64')), /int64/],
  ['a type in a list', replaced(AMOUNT, AMOUNT.replace('integer', '[integer, int64]')), /int64/],
  ['a number as type', replaced(AMOUNT, AMOUNT.replace('integer', '5')), /type/],
  ['values that are no list', replaced('enum: [open, closed]', 'enum: open'), /enum/],
  [
    'properties in a list',
    replaced(`      properties:\n${AMOUNT}`, '      properties: [amount]\n'),
    /properties/,
  ],
  [
    'a part that is no list',
    replaced(NEW_ORDER, `${NEW_ORDER}      allOf: { type: object }\n`),
    /allOf/,
  ],
  ['a reference to nothing', replaced(REFERENCE, REFERENCE.replace('State', 'Sate')), /Sate/],
  [
    'a reference to a file',
    replaced(REFERENCE, REFERENCE.replace('#/components/schemas/State', './no.yaml')),
    /no\.yaml/,
  ],
  [
    'a reference to a server',
    replaced(
      REFERENCE,
      REFERENCE.replace('#/components/schemas/State', 'https://example.com/a.yaml'),
    ),
    /example\.com/,
  ],
  [
    'a reference that is a number',
    replaced(REFERENCE, REFERENCE.replace("'#/components/schemas/State'", '5')),
    /\$ref/,
  ],
  [
    'a reference in what is sent',
    replaced(AMOUNT, "        amount:\n          $ref: '#/components/schemas/No'\n"),
    /No/,
  ],
  [
    'references in a circle',
    replaced(
      STATE,
      "      $ref: '#/components/schemas/Other'\n    Other:\n      $ref: '#/components/schemas/State'\n",
    ),
    /State|Other/,
  ],
  ['a schema that is a list', replaced(STATE, '      - string\n'), /State|schema|object/],
  ['a parameter nowhere', replaced('in: query', 'in: body'), /body/],
  [
    'a type of a parameter',
    replaced(
      '          schema:\n            type: integer\n',
      '          schema:\n            type: int\n',
    ),
    /int/,
  ],
  [
    'a response that is not there',
    replaced(
      "        '201':\n          description: ok\n",
      "        '201':\n          $ref: '#/components/responses/None'\n",
    ),
    /None/,
  ],
  [
    'a repeated schema',
    replaced('    State:\n', '    State:\n      type: integer\n    State:\n'),
    /repeated/,
  ],
  ['a repeated property', replaced(AMOUNT, AMOUNT + AMOUNT), /repeated/],
]

describe('an old document that can be read in part', () => {
  test.each(PARTLY)(
    '%s: the repair passes, and another change is seen',
    async (_, broken, said) => {
      const repaired = await compared(broken, GOOD)
      expect(repaired.changes?.filter((each) => each.class === 'breaking')).toEqual([])
      const [first, ...others] = repaired.old.diagnostics
      expect(first).toMatchObject({ code: 'TW7011', severity: 'warning' })
      expect(others.map(({ message }) => message).join('\n')).toMatch(said)
      expect(repaired.faults?.length).toBeGreaterThan(0)

      const broke = await compared(broken, BREAKING)
      const breaking = broke.changes?.filter((each) => each.class === 'breaking') ?? []
      expect(breaking.map(({ subject }) => subject)).toEqual(['listOrders(limit)'])
    },
  )

  test('says what it could not compare', async () => {
    const broken = replaced(AMOUNT, AMOUNT.replace('integer', 'int64'))
    const { old, changes } = await compared(broken, GOOD)
    expect(changes).toEqual([])
    expect(old.diagnostics[0]?.message).toContain('not compared: NewOrder.amount')
  })

  test('is missed where it was removed, whatever it was', async () => {
    const broken = replaced(REFERENCE, REFERENCE.replace('State', 'Sate'))
    const { changes = [] } = await compared(broken, replaced(REFERENCE, ''))
    const breaking = changes.filter((each) => each.class === 'breaking')
    expect(breaking.map(({ kind, subject }) => [kind, subject])).toContainEqual([
      'field-removed',
      'Order.state',
    ])
  })
})

const NOT_AT_ALL: readonly Row[] = [
  ['a tab', replaced('        id:\n', '\tid:\n'), /tab/],
  ['a wrong indent', replaced('      required: [id]\n', '     required: [id]\n'), /column/],
  ['an open bracket', replaced('[open, closed]', '[open, closed'), /not closed/],
  ['an open quote', replaced("version: '1'", "version: '1"), /quote/],
  [
    'an anchor that is not there',
    replaced("$ref: '#/components/schemas/State'", '*missing'),
    /missing/,
  ],
  [
    'a merge conflict',
    replaced(AMOUNT, `<<<<<<< HEAD\n${AMOUNT}=======\n${AMOUNT}>>>>>>> other\n`),
    /merge conflict/,
  ],
  ['two documents', `${GOOD}---\nopenapi: 3.1.0\n`, /second document/],
  ['an empty file', '', /empty/],
  ['a list', '- a\n', /not an object/],
  ['faulty JSON', '{"openapi": "3.1.0"', /is missing/],
  ['no version', replaced('openapi: 3.1.0\n', ''), /openapi/],
  ['a version that is a number', replaced('openapi: 3.1.0', 'openapi: 3.1'), /number/],
  ['a version of the future', replaced('openapi: 3.1.0', 'openapi: 4.0.0'), /4\.0\.0/],
]

describe('an old document that cannot be read', () => {
  test.each(NOT_AT_ALL)('%s: nothing is compared, with a warning', async (_, broken, said) => {
    const { old, changes, faults } = await compared(broken, GOOD)
    expect(changes).toEqual([])
    const [first] = old.diagnostics
    expect(first).toMatchObject({ code: 'TW7011', severity: 'warning' })
    expect(first?.message).toContain('nothing is compared')
    expect(faults?.map(({ message }) => message).join('\n')).toMatch(said)
  })

  test('does not hide that the new one cannot be read either', async () => {
    const { changes, old } = await compared('- a\n', '- b\n')
    expect(changes).toBeUndefined()
    expect(old.diagnostics[0]?.severity).toBe('error')
  })

  test('is told as data, too', async () => {
    const result = diffResultOf(await compared('', GOOD))
    expect(result).toMatchObject({ changes: [], counts: { breaking: 0 } })
    expect(result.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['TW7011', 'warning'],
      ['TW1003', 'warning'],
    ])
  })
})
