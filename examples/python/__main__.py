import pulumi
import pulumi_collab as collab

acme = collab.Organization("acme", organization_id="acme")
design = collab.Folder("design", organization_id=acme.organization_id, folder_id="design", folder_name="Design")
brand = collab.Document(
    "brand",
    organization_id=acme.organization_id,
    folder_id=design.folder_id,
    document_id="brand",
    document_name="Brand book",
)
collab.MembershipSet(
    "members",
    organization_id=acme.organization_id,
    members={"ada": {"access_role": "editor", "name": "Ada Lovelace"}, "alan": "viewer"},
    folders={"design": {"grace": "editor"}},
    opts=pulumi.ResourceOptions(depends_on=[brand]),
)
pulumi.export("brand", brand.id)
