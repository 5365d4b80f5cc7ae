// TS2339: Property 'push' does not exist
import { bridgeTypes } from '@tagwire/routing'

// error below
bridgeTypes.push('TELEPORT')
