// What a careful person writes for one union: the same answers as the generated functions, by `if`.

const holds = (value, key) =>
  Object.hasOwn(value, key) && value[key] !== undefined && value[key] !== null

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

export function kindByHand(value) {
  if (!isObject(value)) return undefined
  let kind
  let count = 0
  if (holds(value, 'transfer')) {
    kind = 'transfer'
    count++
  }
  if (holds(value, 'swap')) {
    kind = 'swap'
    count++
  }
  if (holds(value, 'axelar_transfer')) {
    kind = 'axelar_transfer'
    count++
  }
  if (holds(value, 'bank_send')) {
    kind = 'bank_send'
    count++
  }
  if (holds(value, 'cctp_transfer')) {
    kind = 'cctp_transfer'
    count++
  }
  if (holds(value, 'hyperlane_transfer')) {
    kind = 'hyperlane_transfer'
    count++
  }
  if (holds(value, 'evm_swap')) {
    kind = 'evm_swap'
    count++
  }
  if (holds(value, 'op_init_transfer')) {
    kind = 'op_init_transfer'
    count++
  }
  if (holds(value, 'go_fast_transfer')) {
    kind = 'go_fast_transfer'
    count++
  }
  if (holds(value, 'stargate_transfer')) {
    kind = 'stargate_transfer'
    count++
  }
  if (holds(value, 'layer_zero_transfer')) {
    kind = 'layer_zero_transfer'
    count++
  }
  if (holds(value, 'eureka_transfer')) {
    kind = 'eureka_transfer'
    count++
  }
  if (holds(value, 'cctp_transfer_v2')) {
    kind = 'cctp_transfer_v2'
    count++
  }
  return count === 1 ? kind : undefined
}

export function isTransferByHand(value) {
  return (
    isObject(value) &&
    holds(value, 'transfer') &&
    !holds(value, 'swap') &&
    !holds(value, 'axelar_transfer') &&
    !holds(value, 'bank_send') &&
    !holds(value, 'cctp_transfer') &&
    !holds(value, 'hyperlane_transfer') &&
    !holds(value, 'evm_swap') &&
    !holds(value, 'op_init_transfer') &&
    !holds(value, 'go_fast_transfer') &&
    !holds(value, 'stargate_transfer') &&
    !holds(value, 'layer_zero_transfer') &&
    !holds(value, 'eureka_transfer') &&
    !holds(value, 'cctp_transfer_v2')
  )
}

/** Less than the contract asks: the first key wins, inherited keys count, two keys go unseen. */
export function firstKeyByHand(value) {
  if (value.transfer) return 'transfer'
  if (value.swap) return 'swap'
  if (value.axelar_transfer) return 'axelar_transfer'
  if (value.bank_send) return 'bank_send'
  if (value.cctp_transfer) return 'cctp_transfer'
  if (value.hyperlane_transfer) return 'hyperlane_transfer'
  if (value.evm_swap) return 'evm_swap'
  if (value.op_init_transfer) return 'op_init_transfer'
  if (value.go_fast_transfer) return 'go_fast_transfer'
  if (value.stargate_transfer) return 'stargate_transfer'
  if (value.layer_zero_transfer) return 'layer_zero_transfer'
  if (value.eureka_transfer) return 'eureka_transfer'
  if (value.cctp_transfer_v2) return 'cctp_transfer_v2'
  return undefined
}
