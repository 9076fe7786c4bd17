import { expect, test } from 'vitest';
import { isPlainMongo } from './plain-mongo.ts';

test.each([
  'db.version()',
  'show dbs',
  'db.adminCommand({ ping: 1 })',
  'db.runCommand({ ping: 1 }).ok',
  'db.users.find({ age: { $gt: 3 }, name: "drop()" }).sort({ age: -1 }).limit(5)',
  "db.getCollection('users').countDocuments({})",
  'printjson(db.stats())',
  'db.orders.aggregate([{ $group: { _id: "$day", n: { $sum: 1 } } }])',
])('%s only asks', (text) => {
  expect(isPlainMongo(text)).toBe(true);
});

test.each([
  '',
  'db.users.drop()',
  'db.runCommand({ drop: "t" })',
  'db.adminCommand({ ping: 1, shutdown: 1 })',
  'db.users.find().forEach(function (u) { db.users.remove(u) })',
  'db.t.aggregate([{ $out: "x" }])',
  'db.t.aggregate([{ ["$o" + "ut"]: "x" }])',
  'db.t.aggregate([{ "\\u0024out": "x" }])',
  'db.users.find({ $where: "sleep(1)" })',
  'db.users.find(process.exit())',
  'db.users.find({}, x = 1)',
  'require("child_process")',
  'db.users.find({}); db.users.drop()',
])('%s may do more', (text) => {
  expect(isPlainMongo(text)).toBe(false);
});
