export {
  clientCredentials,
  type RefreshedToken,
  type RefreshOptions,
  refreshToken,
  type TokenOptions,
  type TokenSource,
} from './token-source.js'
