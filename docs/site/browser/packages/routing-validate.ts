export * from '@tagwire/routing/validate'
