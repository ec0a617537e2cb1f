import { defineConfig } from 'oxlint'
import { importRules } from './scripts/import-rules.ts'

const across = { patterns: [{ group: ['../../**'], message: 'Across modules, import by alias.' }] }

const queries = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom']
const noQueries = queries.map((property) => ({ property, message: 'Only the store builds queries.' }))

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react'],
  categories: { correctness: 'error' },
  options: { denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  env: { builtin: true, es2024: true },
  ignorePatterns: ['/dist', '/data', '/test-results', '/.cache', '/.runtime'],
  rules: {
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-var': 'error',
    'prefer-const': 'error',
    'no-eval': 'error',
    // A name can be taken out of an object to leave it out of the rest.
    'no-unused-vars': ['error', { ignoreRestSiblings: true, varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
    'no-console': 'off',
    'max-lines': ['error', { max: 400 }],
    'import/no-default-export': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-duplicates': 'error',
    'import/no-self-import': 'error',
    'import/no-relative-parent-imports': 'error',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'react/rules-of-hooks': 'error',
    'react/purity': 'off',
    'react/set-state-in-effect': 'off',
    'react/exhaustive-deps': 'error',
    'react/no-danger': 'error',
    'react/jsx-no-target-blank': 'error',
    'react/button-has-type': 'error',
  },
  overrides: [
    ...importRules,
    {
      files: ['src/service/{access,http,jobs,present,previews,visitors}/**'],
      rules: { 'no-restricted-properties': ['error', ...noQueries] },
    },
    {
      // `schema.ts` collects the types of the tables, which are defined beside their queries.
      files: ['src/service/store/**'],
      rules: { 'import/no-cycle': ['error', { ignoreTypes: true }] },
    },
    {
      files: [
        'src/analyser/*/**',
        'src/contract/*/**',
        'src/service/fetcher/*/**',
        'src/service/http/*/**',
        'src/service/store/*/**',
        'src/service/commands/*/**',
        'src/web/*/*/*.{ts,tsx}',
        'e2e/support/**',
        'scripts/**',
        'bench/**',
      ],
      rules: { 'import/no-relative-parent-imports': 'off' },
    },
    {
      files: [
        '*.config.ts',
        'e2e/support/prepared-data.ts',
        'src/service/jobs/*-worker.ts',
        'src/testing/store/postgres.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['src/**/*.test.{ts,tsx}'],
      rules: { 'no-restricted-imports': ['error', across], 'no-restricted-properties': 'off' },
    },
    { files: ['e2e/**'], rules: { 'react/rules-of-hooks': 'off', 'no-empty-pattern': 'off' } },
    {
      files: ['**/*.test.{ts,tsx}', 'e2e/**', 'bench/**', 'src/testing/**'],
      rules: { 'typescript/no-explicit-any': 'off', 'max-lines': ['error', { max: 500 }] },
    },
  ],
})
