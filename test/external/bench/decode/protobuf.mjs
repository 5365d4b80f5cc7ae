// The same two answers by protobuf-es, from JSON as protobuf writes it: bytes in base64 everywhere, where
// a node has hashes in hex. The messages are described here as `buf generate` would describe them.
import { create, createFileRegistry, fromJson, toJson } from '@bufbuild/protobuf'
import {
  DescriptorProtoSchema,
  FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
  file_google_protobuf_timestamp,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from '@bufbuild/protobuf/wkt'

const TYPES = {
  int64: Type.INT64,
  uint32: Type.UINT32,
  int32: Type.INT32,
  string: Type.STRING,
  bytes: Type.BYTES,
  bool: Type.BOOL,
}

/** `{ height: 'int64', txs: '[bytes]', header: 'Header' }` */
const messages = {
  Attribute: { key: 'string', value: 'string', index: 'bool' },
  Event: { type: 'string', attributes: '[Attribute]' },
  Result: {
    code: 'uint32',
    data: 'bytes',
    log: 'string',
    info: 'string',
    gas_wanted: 'int64',
    gas_used: 'int64',
    events: '[Event]',
    codespace: 'string',
  },
  BlockResults: {
    height: 'int64',
    txs_results: '[Result]',
    finalize_block_events: '[Event]',
    app_hash: 'bytes',
  },
  Parts: { total: 'int32', hash: 'bytes' },
  BlockId: { hash: 'bytes', parts: 'Parts' },
  Version: { block: 'int64', app: 'int64' },
  Header: {
    version: 'Version',
    chain_id: 'string',
    height: 'int64',
    time: '.google.protobuf.Timestamp',
    last_block_id: 'BlockId',
    last_commit_hash: 'bytes',
    data_hash: 'bytes',
    validators_hash: 'bytes',
    next_validators_hash: 'bytes',
    consensus_hash: 'bytes',
    app_hash: 'bytes',
    last_results_hash: 'bytes',
    evidence_hash: 'bytes',
    proposer_address: 'bytes',
  },
  Data: { txs: '[bytes]' },
  Signature: {
    block_id_flag: 'int32',
    validator_address: 'bytes',
    timestamp: '.google.protobuf.Timestamp',
    signature: 'bytes',
  },
  Commit: { height: 'int64', round: 'int32', block_id: 'BlockId', signatures: '[Signature]' },
  Block: { header: 'Header', data: 'Data', last_commit: 'Commit' },
  BlockAnswer: { block_id: 'BlockId', block: 'Block' },
}

function field([name, text], index) {
  const kind = text.replace(/[[\]]/g, '')
  const label = text.startsWith('[') ? Label.REPEATED : Label.OPTIONAL
  const base = { name, jsonName: name, number: index + 1, label }
  const type = TYPES[kind]
  const typeName = kind.startsWith('.') ? kind : `.node.${kind}`
  return create(
    FieldDescriptorProtoSchema,
    type ? { ...base, type } : { ...base, type: Type.MESSAGE, typeName },
  )
}

const file = create(FileDescriptorProtoSchema, {
  name: 'node.proto',
  package: 'node',
  syntax: 'proto3',
  dependency: ['google/protobuf/timestamp.proto'],
  messageType: Object.entries(messages).map(([name, fields]) =>
    create(DescriptorProtoSchema, { name, field: Object.entries(fields).map(field) }),
  ),
})
const registry = createFileRegistry(file, (name) =>
  name === 'google/protobuf/timestamp.proto' ? file_google_protobuf_timestamp : undefined,
)

function codec(name) {
  const schema = registry.getMessage(`node.${name}`)
  return {
    decode: (value) => fromJson(schema, value, { ignoreUnknownFields: true }),
    encode: (message) => toJson(schema, message),
  }
}

export const blockResults = codec('BlockResults')
export const block = codec('BlockAnswer')

/** An answer of a node as protobuf would write it: hashes in base64, times as they are. */
export function inProtobuf(value, key = '') {
  if (Array.isArray(value)) return value.map((each) => inProtobuf(each, key))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, inProtobuf(each, name)]),
    )
  }
  const isHex =
    /(?:hash|address)$/.test(key) && typeof value === 'string' && /^[0-9A-F]*$/.test(value)
  return isHex ? Buffer.from(value, 'hex').toString('base64') : value
}
