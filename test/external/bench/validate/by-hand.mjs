// The least that looking at every value of a block takes: written for this one type, types only, no
// formats, no limits, no path and no message. No general validator can be quicker on these data.

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isAttribute(value) {
  return (
    isObject(value) &&
    typeof value.key === 'string' &&
    typeof value.value === 'string' &&
    typeof value.index === 'boolean'
  )
}

function areAttributes(value) {
  if (!Array.isArray(value)) return false
  for (let index = 0; index < value.length; index++) if (!isAttribute(value[index])) return false
  return true
}

function isEvent(value) {
  return isObject(value) && typeof value.type === 'string' && areAttributes(value.attributes)
}

function areEvents(value) {
  if (!Array.isArray(value)) return false
  for (let index = 0; index < value.length; index++) if (!isEvent(value[index])) return false
  return true
}

function isResult(value) {
  return (
    isObject(value) &&
    typeof value.code === 'number' &&
    typeof value.data === 'string' &&
    typeof value.log === 'string' &&
    typeof value.info === 'string' &&
    typeof value.gas_wanted === 'string' &&
    typeof value.gas_used === 'string' &&
    areEvents(value.events) &&
    typeof value.codespace === 'string'
  )
}

export function isBlockResults(value) {
  return (
    isObject(value) &&
    typeof value.height === 'string' &&
    Array.isArray(value.txs_results) &&
    value.txs_results.every(isResult) &&
    areEvents(value.finalize_block_events) &&
    typeof value.app_hash === 'string'
  )
}
