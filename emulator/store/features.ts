/** Feature data: comments, reactions and recordings. No operation creates them: they come from a seed or a state. */
import type { Database } from "./database.ts";

export const featureTables = `
  CREATE TABLE IF NOT EXISTS features (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, organization TEXT NOT NULL, document TEXT, location TEXT,
    user TEXT NOT NULL, data TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS features_by_user ON features (user, kind);
  CREATE INDEX IF NOT EXISTS features_by_document ON features (document, location);
  CREATE TABLE IF NOT EXISTS mentions (feature TEXT NOT NULL, user TEXT NOT NULL, PRIMARY KEY (user, feature)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS mentions_by_feature ON mentions (feature);`;

export const featureKinds = ["comment", "reaction", "recording"] as const;
export type FeatureKind = (typeof featureKinds)[number];

export interface FeatureRow {
  readonly id: string;
  readonly kind: FeatureKind;
  readonly organization: string;
  readonly document: string | null;
  readonly location: string | null;
  /** Who created it. */
  readonly user: string;
  /** Further fields, as a JSON object. */
  readonly data: string;
}

export const featureStore = (database: Database) => {
  const list = database.prepare<FeatureRow>("SELECT * FROM features ORDER BY id");
  const put = database.prepare(
    "INSERT OR REPLACE INTO features (id, kind, organization, document, location, user, data) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  // Created by the user (all kinds) or, for comments, involving the user: a mention (operation 17).
  const ofUser = database.prepare<FeatureRow>(`
    SELECT * FROM features WHERE kind = ?1 AND (?3 IS NULL OR organization = ?3)
      AND id IN (SELECT id FROM features WHERE user = ?2 AND kind = ?1 UNION SELECT feature FROM mentions WHERE user = ?2 AND ?1 = 'comment')
    ORDER BY id LIMIT ?4 OFFSET ?5`);
  const mentions = database.prepare<{ user: string }>("SELECT user FROM mentions WHERE feature = ?");
  const addMention = database.prepare("INSERT INTO mentions (feature, user) VALUES (?, ?) ON CONFLICT DO NOTHING");
  const orphanMentions = "DELETE FROM mentions WHERE feature NOT IN (SELECT id FROM features)";
  const removeOrphans = database.prepare(orphanMentions);
  const moveLocation = database.prepare("UPDATE features SET location = ? WHERE organization = ? AND document = ? AND location = ?");
  const removeAtLocation = database.prepare("DELETE FROM features WHERE document = ? AND location = ?");
  const removeOfUser = database.prepare("DELETE FROM features WHERE user = ?");
  const removeMentions = database.prepare("DELETE FROM mentions WHERE user = ?");

  return {
    list: () => list.all(),
    put: (row: FeatureRow) => void put.run(row.id, row.kind, row.organization, row.document, row.location, row.user, row.data),
    ofUser: (kind: FeatureKind, user: string, organization: string | null, limit: number, offset: number) =>
      ofUser.all(kind, user, organization, limit, offset),
    mentions: (feature: string) => mentions.all(feature).map(({ user }) => user),
    addMention: (feature: string, user: string) => void addMention.run(feature, user),
    moveLocation: (organization: string, document: string, from: string, to: string) =>
      void moveLocation.run(to, organization, document, from),
    removeAtLocation: (document: string, location: string) => {
      if (removeAtLocation.run(document, location) > 0) removeOrphans.run();
    },
    /** Everything the user created, and the mentions where the user is tagged (operation 18). */
    removeUser: (user: string) => {
      removeMentions.run(user);
      if (removeOfUser.run(user) > 0) removeOrphans.run();
    },
  };
};
