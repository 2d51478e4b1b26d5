/** What does a directory learn about this side? RFC 7643, sections 5 to 7. Data: it says what the routes do. */
import { SCIM_PAGE_MAX } from "@posthorn/contract/limits";
import { GROUP_SCHEMA } from "./scim-group.ts";
import { USER_SCHEMA } from "./scim-user.ts";

type Resource = Readonly<Record<string, unknown>>;

const CONFIG_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig";
const TYPE_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:ResourceType";
const SCHEMA_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Schema";

export function serviceProviderConfig(baseUrl: string): Resource {
  return {
    schemas: [CONFIG_SCHEMA],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: SCIM_PAGE_MAX },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description:
          "The token from the page Single sign-on of the organization, in the header Authorization",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${baseUrl}/ServiceProviderConfig` },
  };
}

export function resourceTypes(baseUrl: string): Resource[] {
  return [["User", "/Users", USER_SCHEMA] as const, ["Group", "/Groups", GROUP_SCHEMA] as const].map(
    ([id, endpoint, schema]) => ({
      schemas: [TYPE_SCHEMA],
      id,
      name: id,
      endpoint,
      schema,
      meta: { resourceType: "ResourceType", location: `${baseUrl}/ResourceTypes/${id}` },
    }),
  );
}

interface Shape {
  type?: "boolean" | "complex" | "reference" | "string";
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: "immutable" | "readOnly" | "readWrite";
  uniqueness?: "none" | "server";
  referenceTypes?: string[];
  subAttributes?: Resource[];
}

function attribute(name: string, description: string, shape: Shape = {}): Resource {
  const { type = "string", ...rest } = shape;
  return {
    name,
    type,
    multiValued: false,
    description,
    required: false,
    ...(type === "string" && { caseExact: false }),
    mutability: "readWrite",
    returned: "default",
    ...(type !== "complex" && { uniqueness: "none" }),
    ...rest,
  };
}

const EXTERNAL_ID = attribute("externalId", "The id that the directory has for it", { caseExact: true });

export function schemas(baseUrl: string): Resource[] {
  const all = [
    {
      id: USER_SCHEMA,
      name: "User",
      description: "A person",
      attributes: [
        attribute("userName", "The name in the directory, usually an address", {
          required: true,
          uniqueness: "server",
        }),
        EXTERNAL_ID,
        attribute("name", "The parts of the name", {
          type: "complex",
          subAttributes: [
            attribute("formatted", "Both names", { mutability: "readOnly" }),
            attribute("familyName", "The family name"),
            attribute("givenName", "The given name"),
          ],
        }),
        attribute("displayName", "The name as it is shown"),
        attribute("emails", "One address is kept: the primary one", {
          type: "complex",
          multiValued: true,
          subAttributes: [
            attribute("value", "The address, at a mail domain that the organization has proven"),
            attribute("type", 'Always "work"'),
            attribute("primary", "Always true", { type: "boolean" }),
          ],
        }),
        attribute("active", "False ends the membership", { type: "boolean" }),
      ],
    },
    {
      id: GROUP_SCHEMA,
      name: "Group",
      description: "A group of people, which can give them a role",
      attributes: [
        attribute("displayName", "The name of the group", { required: true, uniqueness: "server" }),
        EXTERNAL_ID,
        attribute("members", "The people in the group", {
          type: "complex",
          multiValued: true,
          subAttributes: [
            attribute("value", "The id of the person", { caseExact: true, mutability: "immutable" }),
            attribute("display", "Their userName", { mutability: "readOnly" }),
            attribute("type", 'Always "User"', { mutability: "immutable" }),
            attribute("$ref", "The address of the person", {
              type: "reference",
              mutability: "immutable",
              referenceTypes: ["User"],
            }),
          ],
        }),
      ],
    },
  ];
  return all.map(({ id, name, description, attributes }) => ({
    schemas: [SCHEMA_SCHEMA],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: "Schema", location: `${baseUrl}/Schemas/${id}` },
  }));
}
