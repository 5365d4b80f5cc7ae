import { describe, expect, test } from 'vitest'
import {
  camelCase,
  memberName,
  pascalCase,
  pluralCamelCase,
  typeName,
} from '../../../generator/src/model/names.js'

describe('identifiers of words on the wire', () => {
  test.each([
    ['cctp_transfer_v2', 'CctpTransferV2', 'cctpTransferV2'],
    ['tendermint/event/NewBlock', 'TendermintEventNewBlock', 'tendermintEventNewBlock'],
    ['CCTPTransferState', 'CCTPTransferState', 'cctpTransferState'],
    ['naïve', 'Naive', 'naive'],
    ['2fa', '_2fa', '_2fa'],
    ['<=', 'LessEquals', 'lessEquals'],
    ['', 'Empty', 'empty'],
    ['東京', 'U6771U4eac', 'u6771U4eac'],
  ])('%j', (text, pascal, camel) => {
    expect({ pascal: pascalCase(text), camel: camelCase(text) }).toEqual({ pascal, camel })
  })

  test('a reserved word is only changed if it is the whole name', () => {
    expect([camelCase('delete'), memberName('delete')]).toEqual(['delete_', 'delete'])
  })

  test('a name that TypeScript can say stays as its author wrote it', () => {
    const names = ['Route_v2', 'RouteRequest', '_swap', 'class', 'swap venue'].map(typeName)
    expect(names).toEqual(['Route_v2', 'RouteRequest', '_swap', 'Class', 'SwapVenue'])
  })

  test('a name that is an identifier stays as the document has it', () => {
    const names = ['routeRequest', 'deleted_external_account', 'account', 'any'].map(typeName)
    expect(names).toEqual(['routeRequest', 'deleted_external_account', 'account', 'Any'])
  })

  test('no type of the language is shadowed', () => {
    const names = ['Error', 'error', 'object', 'Record', 'Event', 'Response'].map(typeName)
    expect(names).toEqual([
      'ErrorModel',
      'error',
      'ObjectModel',
      'RecordModel',
      'Event',
      'Response',
    ])
  })

  test('one of them, and several', () => {
    const names = ['BridgeType', 'Category', 'Status', 'Delay'].map(pluralCamelCase)
    expect(names).toEqual(['bridgeTypes', 'categories', 'statuses', 'delays'])
  })
})
