// Tests of the checks of the sign-in and sign-up forms, with the specification's texts.
import { expect, test } from 'vitest'

import { EMPTY, modeOf, problems, type Values } from './rules'

const SIGN_UP: Values = {
  fullName: 'Ana Lopes',
  companyName: 'Northwind',
  email: 'ana@northwind.example',
  password: 'secret',
  confirmPassword: 'secret',
}

test('accepts a complete sign-up with a password of six characters', () => {
  expect(problems('signup', SIGN_UP)).toEqual([])
})

test.each(['fullName', 'companyName', 'email'] as const)(
  'requires %s for sign-up, and rejects blanks',
  (field) => {
    expect(problems('signup', { ...SIGN_UP, [field]: '   ' }).map((problem) => problem.field)).toEqual([
      field,
    ])
  },
)

test('reports different passwords before a short one', () => {
  expect(problems('signup', { ...SIGN_UP, password: 'abc', confirmPassword: 'abd' })).toEqual([
    { field: 'confirmPassword', message: 'Passwords do not match' },
    { field: 'password', message: 'Password must be at least 6 characters long' },
  ])
})

test('requires only email and password for sign-in, and accepts a short password', () => {
  expect(problems('signin', { ...EMPTY, email: 'ana@northwind.example', password: 'abc' })).toEqual([])
  expect(problems('signin', EMPTY)).toEqual([
    { field: 'email', message: 'You must provide either an email or phone number and a password' },
    { field: 'password', message: 'Password is required' },
  ])
  expect(problems('signin', { ...EMPTY, password: 'abc' })).toEqual([
    { field: 'email', message: 'Email address is required' },
  ])
})

test.each([
  'ana',
  'ana@northwind',
  'ana @northwind.example',
  'ana@-northwind.example',
  `${'x'.repeat(250)}@northwind.example`,
])('rejects %s as an address', (email) => {
  const bad = [{ field: 'email', message: 'Please enter a valid email address' }]
  expect(problems('signup', { ...SIGN_UP, email })).toEqual(bad)
  expect(problems('signin', { ...EMPTY, email, password: 'abc' })).toEqual(bad)
})

test('accepts capital letters in an address, and blanks around it', () => {
  expect(problems('signup', { ...SIGN_UP, email: ' Ana+Office@Northwind.Example ' })).toEqual([])
})

test('returns an existing mode, and sign-in for any other', () => {
  expect([null, 'signin', 'SIGNUP', 'magic'].map(modeOf)).toEqual(['signin', 'signin', 'signin', 'signin'])
  expect(['signup', 'recover', 'code', 'company'].map(modeOf)).toEqual([
    'signup',
    'recover',
    'code',
    'company',
  ])
})
