/**
 * How does the database of the last checkout before the first release differ from a new one?
 *
 * Its tables are those of the baseline (decision 118 says how that was proved), but it says that it has run 58 other
 * migrations, and it still has what only releases before the first one could need.
 */
import type { Database } from "../store/database.ts";
import type { AppliedMigration } from "../store/migration-plan.ts";

/** The names and SHA-256 sums of the 58 files. */
const RUN = `
0001-gateway 89e958405dc21bef657f3b6f9eee794a49c871d5138ce6590d3811ea0b958ee2
0002-identity c4c0a1aa1d89fffad02a86fa95a34f909335b35f8e335cdc33ac2a8ce831509b
0003-engine f51866285a9bf160e79092e89afa2c642e185c5500994f4db313a75902d3410f
0004-headers-prefix ce00b4700d4333f50af2b0a564a9558eaa8866b58cf77e9ef95e2b7bd4d798e7
0005-rate-limit-of-a-key 8cc5a4a8cd05de1059d31050b9c90d4197b8834e631120a6997901a90d2fbb58
0006-cli-access ba434d5ab01a9edf1c22e2a536d7b8b5bed1096622819d44598455fff6c77591
0007-lists 6323ddceeb4e45b094727ec591983ecd153bc1dc09aaaf8bf5a4c0779f1cca78
0008-delivery-groups 4929183c99442d3386a1706e49a723e4130f4c7a899a2191eae163d4f2722731
0009-deleted-projects d17dc0a6039d45207d0d962b7f6459fa13d15dcd53827aca4c2b97237f935e66
0010-take-over-in-steps a259cd941e41138845e2a1400c3af588ba14671334b8f58529c0c08537101bf0
0011-events-follow-their-connection 4cf4a47f04508f87cfc8ce6f4b437a8ef7bf890eb9f3c4c02d6fcdc865ff2246
0012-refused-cli-logins facf334ec7604fcdd204173fb455292b0cfd2fe3b7ca3745112e7c4583692b46
0013-fence c4d6d8acaf712b4391db409e078b61a49c02592dd2805c4f38a21700e20d1f5a
0014-edited-at 99922bcbfc98a84f4b277ca3c2fe753ace6a6718a237e306d1677b28dc94cf18
0015-counters 93ebf0367b5fd71a50b152c36f5bd36a6c1ea3f7c573aa87cceb76af96c54462
0016-team-integrations 5b8856f9486fd42815a58fef4b1b70e2a63195751d6bf6d41f8cf54f7ec3626b
0017-cheaper-counting b4e25d43d3e6f9a9a5c006f560006f67fdb96fcc80714cdffe5dc2186a387577
0018-saved-views dc041f2977eb68b61364ce9a40d92adb41616bc7736327b08b1e3718366c2be4
0019-totals 61633581cad99ce406fed9fcffe8296a611d55124c3e1d8853dfc8afcbd54346
0020-search-index d2f0ccdc47aa43dc14be1706056bf4ede6eaa8b4b6c574c5b9cf910a9f8714af
0021-counters-in-their-index ecb7671dfc3ea2ff9a8c8ca35b0145766c24f09ecce1752b8db17977b57e25f8
0022-times-in-ids 6df55777d31c88c015b1b154e1ff53c4c655244a9f0f0f63f23dd87fb4fb2d0b
0023-why-a-sender-is-not-proven d6d30ef41b8a83110c692b940a8b1e6279aacdecd538a31359cbc8b13fd6bce0
0024-hours-of-past-days 7d47e5f6bb936e32c550929a3f5207562d798a1f5572768be4261af61aac6bd4
0025-processes-that-ended 9d953be1c7d663476ab8e98037a25118674c1bd86b03a7caea88c3fe6fc241a9
0026-project-roles-and-alarms 809809e909ac1eb81bfaeab17c30c4eca8414ef73bb8bd9a7e27a5166f3ceeb2
0027-who-started-a-bulk-operation 224e0959ce6614fe24d55d09e1f37b0939ffa992776f0c3a23caaa162b3acecf
0028-why-attempts-failed dfae26d288f4a198162ba476b970c98a8e45d0cc549eb3505b5a7b2e4b23ccb3
0029-rules-as-written 11ca4821414035a7fb451d781346ccf6e853345b6883318dba4508dda981c8be
0030-issues 54c67c2589e797a088613196fa203e0bc6015b8b8d482849d5d185f1e06da7d4
0031-notifications 40adee0e1401979e4d39a131be7c36396b06c0b3a0740035f665d73579fc3de0
0032-integrations-and-topics 39059908ec8dd61ce7583f2b0e749ce7f242d10b766baf8e6699381b7bd63996
0033-changes 84c00ef7ab721e8e355783ee25c06a973d57677663148117dc5f416c84015780
0034-people-of-projects 71f7e1bb88f713c1b80804453c7c679d740ab46840110a62079e03219e7f7e02
0035-rolled-keys 829e49fbcc452dac43f8baa530fa294ca8fd16c60ca8a84c5d1925dd97b7fcec
0036-account 6b5fcddfd396653695cd996a76ada737062dd2c69df4d358d6100b650d767cf4
0037-passkeys cafb32a09f7f4997f8ec75239ea23b23e0641334cb59e212746d6e43de4e7e3c
0038-mailed-invitations 2ddb03a095f2c219a67f6ccd23c3d270c1d5696ebd94ebe0ac5de271ac9b02d3
0039-onboarding 8d5b26c80f3897db80ca8b8bbe078933782435518b669cebcdab2397a821486c
0040-sample-projects ed5d1dc6630fa11634b6d6b158d25fe44afae6841da1a890237410c48c2c7f4b
0041-usage-of-deleted-projects ce68b3ff54d7a8981eb37dc04fdcd8c749ae4078c28260ca63118658096f4bc6
0042-plans d7ce45ff9ea77479ea0cfa8d7104a41dd4f26d017b15b15fea5d3c7684f65e73
0043-used-up-limits 7835d3e766daa03ecea15fbc318808a92514f6691401850116134db29b7cdc75
0044-billing 7cd2ef73db28638f21f9a9d98c258931c530cd53f9c5d9f3de479375252207cb
0045-usage-notices 889777fe52d636ff165f9b8b48f58050a6b3b148ce125780dfb622293f00294c
0046-cards 1a39b33de1eaaf4b301d7d6ad0f8bd460e48359f384d2bb0ccce12dd8847249f
0047-events-of-cards 039f76c5e47783248ab4332ae240055bee3444873ca2205fa69edd137d273ff1
0048-throughput 847f1608a463cf6fda8d31aef61b7a8e648d5166b758b51a4dd54c418a249a1f
0049-custom-domains 3980c29ebec14da7227076c425273717e88fc76eccb8d7a58bc38688beda2367
0050-redaction fc1158dd34cb6a1d19e306f8f33aeeacba74b7729920a45bf622e0379ef2cd86
0051-certificates 59f29938f277d1ea51dca2099f7da478207bd335f649d96f98c4f7c7886026a8
0052-own-names 7b60dd1c428e4e8a7a38be881f29b029f48732e3ff2b771c84352999a609a0fd
0053-erasures b6989b5e7fa22c62593f31f9c2285d41ed1326401651bca5e4181ebc7e7efe0e
0054-single-sign-on 9379c86e89d4806d19a332ee98003ef17dfa20bef353b2d2d4deb2556ea6d664
0055-audit-entries 994f810dc8a1ca86026c029461e29c8052fb8a0312d64727f8c01f937547bd06
0056-audit-pushes 393bc5ff8252df5ffde4c7c6addf9d27e7441acd9ab9856997ae84a28ba02e6b
0057-directory-sync 7d3a3c05d8a89d994c9a0f390ee1ec3163117f0b8ff49d7c5c92eefe9591f647
0058-saml be6ddbfbbfa5ed2aa2c65a99d4dcc689e0e61dbbeed3bde07b5ff5920574664d
`;

export const EARLIER_MIGRATIONS: AppliedMigration[] = RUN.trim()
  .split("\n")
  .map((line, index) => {
    const [name = "", checksum = ""] = line.split(" ");
    return { number: index + 1, name, checksum };
  });

/** Makes a new database one of an earlier checkout, which has run `applied`. */
export async function makeEarlier(
  db: Database,
  applied: readonly AppliedMigration[] = EARLIER_MIGRATIONS,
): Promise<void> {
  await db.query("delete from schema_migrations");
  await db.query(
    `insert into schema_migrations (number, name, checksum)
     select * from unnest($1::int[], $2::text[], $3::text[])`,
    [
      applied.map(({ number }) => number),
      applied.map(({ name }) => name),
      applied.map(({ checksum }) => checksum),
    ],
  );
  await db.query(`
    create view changes as
      select id, team_id, subject_type, subject_id, subject_name, action, fields, caller_kind, user_id, api_key_id
      from audit_entries
      where subject_type in ('source', 'destination', 'connection', 'transformation', 'issue_trigger');
    create rule entries_stay as on delete to changes do instead nothing;
    create function ms_between(earlier timestamptz, later timestamptz) returns bigint language sql immutable parallel safe
      return (date_part('epoch', later - earlier) * 1000)::bigint;
    do $$
    begin
      if current_setting('server_version_num')::int >= 180000 then
        alter table audit_entries rename constraint audit_entries_action_not_null to changes_action_not_null;
        alter table request_news rename constraint request_news_at_not_null to request_counters_at_not_null;
      end if;
    end $$`);
}
